import { z } from 'zod';
import {
  type ItemChoices,
  keyByScores,
} from '../../../calibration/diagnose/options/item-choices.ts';
import { fail } from '../../errors.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { MOST_OPTIONS } from '../../scoring/extract/extraction.ts';
import { eachRecord } from '../../text/each-record.ts';
import { parseJson } from '../../text/parse-json.ts';
import { quoted } from '../../text/quoted.ts';
import { readText } from '../../text/read-text.ts';
import { parseKey } from '../items/option-letters.ts';
import type { ItemKey } from '../items/read-keys.ts';
import { readName } from '../table/names.ts';
import { checkLength } from '../table/record-length.ts';

const HEADER = 'examinee,item,choice';
const FORMS = `a header ${HEADER} and one row per answer, or the JSON of thetarank grade --json`;
/** What `thetarank grade --json` prints; other fields are ignored. */
const GRADED = z.object({
  scores: z.array(z.object({ model: z.string(), item: z.string(), answer: z.string().nullable() })),
});

/** The choices of a file, by item of a matrix. */
export interface Choices {
  /** One entry per item of the matrix; null if the file has no choice of it. */
  readonly items: readonly (ItemChoices | null)[];
  /** Rows of the file that name an examinee or an item which the matrix does not have. */
  readonly unmatched: number;
}

/** One answer of the file. */
interface Row {
  readonly examinee: string;
  readonly item: string;
  /** Letters, or empty for no answer. */
  readonly choice: string;
  readonly where: string;
}

/**
 * Reads which options examinees chose: CSV with the columns `examinee` (else `model`), `item` and `choice`, other columns ignored, or the
 * JSON that `thetarank grade --json` prints. A choice is an option letter, several for a question with several right options, or empty.
 *
 * @param keys of items; that of an item without one is the option that most right answers chose
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID: for what is neither, a choice that is no letters, two rows of an examinee and an
 *   item, or no row that the matrix has
 */
export function readChoices(
  file: string,
  matrix: ResponseMatrix,
  keys: ReadonlyMap<string, ItemKey> | null,
): Choices {
  const examinees = new Map(matrix.examinees.map((name, i) => [name, i]));
  const places = new Map(matrix.items.map((name, j) => [name, j]));
  const width = matrix.items.length;
  const choices = new Map<number, string>();
  let unmatched = 0;
  eachRow(file, ({ examinee, item, choice, where }) => {
    const i = examinees.get(examinee);
    const j = places.get(item);
    if (i === undefined || j === undefined) {
      unmatched++;
      return;
    }
    const at = i * width + j;
    if (choices.has(at))
      fail('FILE_INVALID', {
        file,
        where,
        found: `a second choice of examinee ${quoted(examinee)} for item ${quoted(item)}`,
        accepted: 'one choice per examinee and item',
      });
    choices.set(at, choice === '' ? '' : parseKey(choice, { file, where }));
  });
  if (choices.size === 0)
    fail('FILE_INVALID', {
      file,
      found: 'no choice of an examinee and an item that have recorded answers',
      accepted: 'the names of examinees and items as in the recorded answers',
    });
  const letters = Array.from({ length: width }, () => new Set<string>());
  for (const [at, choice] of choices) if (choice !== '') letters[at % width].add(choice);
  return {
    items: matrix.items.map((item, j) => {
      if (letters[j].size === 0) return null;
      const own = keys?.get(item) ?? null;
      for (const option of knownOptions(own)) letters[j].add(option);
      const options = [...letters[j]].sort();
      const chosen = Int16Array.from(matrix.examinees, (_, i) => {
        const choice = choices.get(i * width + j);
        return choice === undefined || choice === '' ? -1 : options.indexOf(choice);
      });
      const key =
        own === null
          ? keyByScores(options.length, chosen, (i) => matrix.scores[i * width + j] === 1)
          : options.indexOf(own.key);
      return { options, chosen, key };
    }),
    unmatched,
  };
}

/** The key, and all letters of a question with one right option whose number of options is known. */
function knownOptions(key: ItemKey | null): string[] {
  if (key === null) return [];
  const isSingle = key.type !== 'multiple' && key.key.length === 1;
  const count = isSingle && key.options !== null ? Math.min(MOST_OPTIONS, key.options) : 0;
  return [key.key, ...Array.from({ length: count }, (_, k) => String.fromCharCode(65 + k))];
}

function eachRow(file: string, visit: (row: Row) => void): void {
  const text = readText(file);
  if (/^\s*[[{]/.test(text.toString('utf8', 0, 1000))) {
    const parsed = GRADED.safeParse(parseJson(text.toString('utf8')));
    if (!parsed.success) fail('FILE_INVALID', { file, found: 'other JSON', accepted: FORMS });
    parsed.data.scores.forEach(({ model, item, answer }, k) => {
      visit({ examinee: model, item, choice: answer ?? '', where: `scores, entry ${k + 1}` });
    });
    return;
  }
  let columns: readonly string[] | undefined;
  let [examineeAt, itemAt, choiceAt] = [-1, -1, -1];
  eachRecord(file, text, (cells, line) => {
    const where = `line ${line}`;
    if (columns === undefined) {
      columns = cells;
      examineeAt = cells.indexOf(cells.includes('examinee') ? 'examinee' : 'model');
      itemAt = cells.indexOf('item');
      choiceAt = cells.indexOf('choice');
      if (Math.min(examineeAt, itemAt, choiceAt) < 0)
        fail('FILE_INVALID', { file, where, found: quoted(cells.join(',')), accepted: FORMS });
      return;
    }
    checkLength(file, line, cells, columns.length);
    visit({
      examinee: readName(cells[examineeAt], { file, where, kind: 'examinee' }),
      item: readName(cells[itemAt], { file, where, kind: 'item' }),
      choice: cells[choiceAt],
      where,
    });
  });
  if (columns === undefined)
    fail('FILE_INVALID', { file, found: 'an empty file', accepted: FORMS });
}
