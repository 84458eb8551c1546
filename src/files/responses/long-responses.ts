import { fail } from '../../errors.ts';
import { readName } from '../table/names.ts';
import { checkLength } from '../table/record-length.ts';
import { failTooLarge, MOST_CELLS } from './matrix-size.ts';
import { cellPlace, readScore } from './read-score.ts';
import type { ResponseForm } from './response-form.ts';

/**
 * Reads the long form: one row per score. Examinees and items are in order of first appearance.
 * @param most an upper bound of the number of rows
 */
export function longResponses(file: string, most: number): ResponseForm {
  const examinees = new Map<string, number>();
  const items = new Map<string, number>();
  const examineeOf = new Int32Array(most);
  const itemOf = new Int32Array(most);
  const lineOf = new Int32Array(most);
  const scoreOf = new Float32Array(most);
  let count = 0;
  let anyAnswer = false;
  return {
    row(cells, line) {
      checkLength(file, line, cells, 3);
      const where = `line ${line}`;
      const examinee = readName(cells[0], { file, where, kind: 'examinee' });
      const item = readName(cells[1], { file, where, kind: 'item' });
      examineeOf[count] = numberOf(examinees, examinee);
      itemOf[count] = numberOf(items, item);
      lineOf[count] = line;
      scoreOf[count] = readScore(cells[2], file, () => cellPlace(line, examinee, item));
      anyAnswer ||= cells[2] !== '';
      count++;
    },
    finish() {
      if (count > 0 && !anyAnswer) fail('NO_ANSWERS', { where: file });
      const width = items.size;
      // A long file can name far more pairs than it has rows.
      if (examinees.size * width > MOST_CELLS) failTooLarge(file, examinees.size, width);
      const itemNames = [...items.keys()];
      const examineeNames = [...examinees.keys()];
      const scores = new Float32Array(examinees.size * width).fill(Number.NaN);
      const taken = new Uint8Array(scores.length);
      for (let k = 0; k < count; k++) {
        const cell = examineeOf[k] * width + itemOf[k];
        if (taken[cell] === 1) {
          let first = 0;
          while (examineeOf[first] !== examineeOf[k] || itemOf[first] !== itemOf[k]) first++;
          fail('FILE_INVALID', {
            file,
            where: cellPlace(lineOf[k], examineeNames[examineeOf[k]], itemNames[itemOf[k]]),
            found: `a second row (first: line ${lineOf[first]})`,
            accepted: 'one row per examinee and item',
          });
        }
        taken[cell] = 1;
        scores[cell] = scoreOf[k];
      }
      return { matrix: { examinees: examineeNames, items: itemNames, scores }, families: null };
    },
  };
}

function numberOf(numbers: Map<string, number>, name: string): number {
  let number = numbers.get(name);
  if (number === undefined) {
    number = numbers.size;
    numbers.set(name, number);
  }
  return number;
}
