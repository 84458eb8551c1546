import { z } from 'zod';
import { fail } from '../../errors.ts';
import { eachRecord } from '../../text/each-record.ts';
import { fileJson } from '../../text/file-json.ts';
import { readText } from '../../text/read-text.ts';
import { parseKey } from '../items/option-letters.ts';
import { missingColumn } from '../table/likely-column.ts';
import { readName } from '../table/names.ts';
import { checkLength } from '../table/record-length.ts';
import { tellUnread } from '../table/unread-columns.ts';

const HEADER = 'examinee,item,choice';
const FORMS = `a header ${HEADER} and one row per answer, or the JSON of thetarank grade --json`;
/** What `thetarank grade --json` prints; other fields are ignored. */
const GRADED = z.object({
  scores: z.array(z.object({ model: z.string(), item: z.string(), answer: z.string().nullable() })),
});

/** One recorded choice. */
export interface RecordedChoice {
  readonly examinee: string;
  readonly item: string;
  /** Letters, ascending; null if no option was chosen. */
  readonly letters: string | null;
  /** Its place in the file, for errors. */
  readonly where: string;
}

/**
 * Reads which options examinees chose: CSV with the columns `examinee` (else `model`), `item` and `choice`, a note names other columns; or the
 * JSON that `thetarank grade --json` prints. A choice is an option letter, several for a question with several right options, or empty.
 *
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID: for what is neither, or a choice that is no letters
 */
export function readChoices(file: string): RecordedChoice[] {
  const choices: RecordedChoice[] = [];
  eachRow(file, (examinee, item, choice, where) => {
    const letters = choice.trim() === '' ? null : parseKey(choice, { file, where });
    choices.push({ examinee, item, letters, where });
  });
  return choices;
}

type Visit = (examinee: string, item: string, choice: string, where: string) => void;

function eachRow(file: string, visit: Visit): void {
  const text = readText(file);
  if (/^\s*[[{]/.test(text.toString('utf8', 0, 1000))) {
    const parsed = GRADED.safeParse(fileJson(file, text.toString('utf8')));
    if (!parsed.success) fail('FILE_INVALID', { file, found: 'other JSON', accepted: FORMS });
    parsed.data.scores.forEach(({ model, item, answer }, k) => {
      visit(model, item, answer ?? '', `scores, entry ${k + 1}`);
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
        fail('FILE_INVALID', { file, where, found: missing(cells), accepted: FORMS });
      tellUnread(file, cells, [cells[examineeAt], 'item', 'choice']);
      return;
    }
    checkLength(file, line, cells, columns.length);
    visit(
      readName(cells[examineeAt], { file, where, kind: 'examinee' }),
      readName(cells[itemAt], { file, where, kind: 'item' }),
      cells[choiceAt],
      where,
    );
  });
  if (columns === undefined)
    fail('FILE_INVALID', { file, found: 'an empty file', accepted: FORMS });
}

/** The first column that is missing. */
function missing(columns: readonly string[]): string {
  const has = (name: string) => columns.includes(name);
  const wanted = [has('examinee') ? 'examinee' : 'model', 'item', 'choice'];
  return missingColumn(wanted.find((name) => !has(name))!, columns);
}
