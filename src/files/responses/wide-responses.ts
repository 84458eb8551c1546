import { fail } from '../../errors.ts';
import { quoted } from '../../text/quoted.ts';
import { readName, readNewName } from '../table/names.ts';
import { checkLength } from '../table/record-length.ts';
import { failTooLarge, MOST_CELLS } from './matrix-size.ts';
import { checkedItems } from './metadata-columns.ts';
import { cellPlace, readScore } from './read-score.ts';
import type { ResponseForm } from './response-form.ts';

/** The column behind examinee and family that says whose answers come from the stand-in. */
export const SIMULATED = 'simulated';

function isMarked(cell: string, file: string, where: string): boolean {
  if (cell === 'true') return true;
  if (cell === 'false' || cell === '') return false;
  return fail('FILE_INVALID', { file, where, found: quoted(cell), accepted: 'true, false' });
}

/**
 * Reads the wide form: one row per examinee, one column per item.
 * @param header `examinee`, optionally `family` and `simulated`, then the items
 * @param headerLine the line the header stands on
 * @param size upper bounds of the number of rows, and of the number of cells in all
 * @param facts columns that are no items
 */
export function wideResponses(
  file: string,
  header: readonly string[],
  headerLine: number,
  size: { rows: number; cells: number },
  facts: readonly string[] = [],
): ResponseForm {
  const width = header.length;
  const hasFamilies = header[1] === 'family';
  const marksAt = header[hasFamilies ? 2 : 1] === SIMULATED ? (hasFamilies ? 2 : 1) : -1;
  const from = (hasFamilies ? 2 : 1) + Number(marksAt !== -1);
  const isItem = header.map((name, k) => k >= from && !facts.includes(name));
  const items = readItems(file, header, headerLine, isItem);
  const known = new Map<string, string>();
  const values = new Map(
    header.flatMap((name, k) => (k > 0 && facts.includes(name) ? [[name, [] as string[]]] : [])),
  );
  const factColumns = header.flatMap((name, k) => (values.has(name) ? [[k, name] as const] : []));
  const itemColumns = Int32Array.from(header.flatMap((_, k) => (isItem[k] ? [k] : [])));
  const most = Math.min(size.rows * items.length, size.cells);
  if (most > MOST_CELLS) failTooLarge(file, size.rows, items.length);
  const scores = new Float32Array(most);
  const examinees: string[] = [];
  const families: string[] = [];
  const standIns: string[] = [];
  let filled = 0;
  let anyAnswer = false;
  return {
    row(cells, line) {
      checkLength(file, line, cells, width);
      const where = `line ${line}`;
      const examinee = readNewName(cells[0], { file, where, kind: 'examinee' }, known);
      examinees.push(examinee);
      if (hasFamilies) {
        const place = `${where}, examinee ${quoted(examinee)}`;
        families.push(readName(cells[1], { file, where: place, kind: 'family' }));
      }
      if (marksAt !== -1 && isMarked(cells[marksAt], file, `${where}, column ${SIMULATED}`))
        standIns.push(examinee);
      for (const [k, name] of factColumns) {
        const place = `${where}, column ${quoted(name)}`;
        const isEmpty = cells[k].trim() === '';
        values
          .get(name)!
          .push(isEmpty ? '' : readName(cells[k], { file, where: place, kind: 'group' }));
      }
      for (let column = 0; column < itemColumns.length; column++) {
        const cell = cells[itemColumns[column]];
        let score: number;
        if (cell === '1') score = 1;
        else if (cell === '0') score = 0;
        else if (cell === '') score = Number.NaN;
        else score = readScore(cell, file, () => cellPlace(line, examinee, items[column]));
        if (score >= 0) anyAnswer = true;
        scores[filled++] = score;
      }
    },
    finish() {
      if (examinees.length > 0 && !anyAnswer) fail('NO_ANSWERS', { where: file });
      return {
        matrix: { examinees, items, scores: filled === most ? scores : scores.slice(0, filled) },
        families: hasFamilies ? families : null,
        ...(standIns.length > 0 && { standIns }),
        ...(facts.length > 0 ? { facts: values } : {}),
      };
    },
  };
}

function readItems(
  file: string,
  header: readonly string[],
  line: number,
  isItem: readonly boolean[],
): string[] {
  const known = new Map<string, string>();
  const columns = header.flatMap((_, k) => (isItem[k] ? [k] : []));
  const names = checkedItems(
    file,
    line,
    columns.map((k) => header[k]),
  );
  const items = columns.map((k, j) => {
    const where = `line ${line}, column ${k + 1}`;
    return readNewName(names[j], { file, where, kind: 'item' }, known);
  });
  if (items.length === 0) {
    fail('FILE_INVALID', {
      file,
      where: `line ${line}`,
      found: 'no item columns',
      accepted: 'a header examinee,<item>,<item>,…',
    });
  }
  return items;
}
