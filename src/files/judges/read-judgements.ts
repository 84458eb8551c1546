import { z } from 'zod';
import { fail } from '../../errors.ts';
import { NAME } from '../../plain-text.ts';
import { fileJson } from '../../text/file-json.ts';
import { readLines } from '../../text/read-lines.ts';
import { foundNumber } from '../table/decimal.ts';
import { fieldsOfLines } from '../table/fields-of-lines.ts';
import { type NamePlace, readName } from '../table/names.ts';
import { columnsOf, readTable } from '../table/read-table.ts';

/** A score that a judge, or a person, gave to an answer. */
export interface GivenScore {
  readonly model: string;
  readonly item: string;
  readonly judge: string;
  /** What is scored; null for the answer as a whole. */
  readonly aspect: string | null;
  readonly score: number;
  /** The file and line where it stands, or the run, for errors. */
  readonly where: string;
}

const HEADER =
  'with the columns model, item, judge, score, and aspect if answers are scored by aspect';
const text = z.string().trim().min(1).max(1000).regex(NAME, 'a name with hidden characters');
const FIELDS = { required: ['model', 'item', 'judge', 'score'], optional: ['aspect'] } as const;
const line = z.looseObject({
  model: text,
  item: text,
  judge: text,
  aspect: text.nullish(),
  score: z.number(),
});

/**
 * Reads scores of judges: CSV, or JSON Lines if the name ends in `.jsonl`, with model, item, judge, score and, if there are several, aspect.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID with the line
 */
export function readJudgements(file: string): GivenScore[] {
  return file.endsWith('.jsonl') ? linesOf(file) : rowsOf(file);
}

function linesOf(file: string): GivenScore[] {
  const found: GivenScore[] = [];
  const checkFields = fieldsOfLines(file, FIELDS);
  for (const { text: json, line: at } of readLines(file)) {
    const where = `line ${at}`;
    const { success, data, error } = line.safeParse(fileJson(file, json, at));
    if (!success)
      return fail('FILE_INVALID', {
        file,
        where,
        found: `${error.issues[0].path.join('.') || 'no object'}: ${error.issues[0].message}`,
        accepted: 'JSON objects with model, item, judge and score, and aspect if there is one',
      });
    checkFields(data, at);
    const { model, item, judge, score } = data;
    found.push({
      ...{ model, item, judge, score },
      aspect: data.aspect ?? null,
      where: `${file}, ${where}`,
    });
  }
  if (found.length === 0)
    fail('FILE_INVALID', { file, found: 'no lines', accepted: 'one score per line' });
  return found;
}

function rowsOf(file: string): GivenScore[] {
  const table = readTable(file, HEADER);
  const { model, item, judge, score, aspect } = columnsOf(table, {
    ...FIELDS,
    accepted: HEADER,
  });
  return table.rows.map(({ cells, line: number }) => {
    const where = `line ${number}`;
    const value = cells[score] === '' ? Number.NaN : Number(cells[score]);
    if (!Number.isFinite(value))
      fail('FILE_INVALID', {
        file,
        where: `${where}, column ${table.columns[score]}`,
        found: foundNumber(cells[score]),
        accepted: 'a number',
      });
    const nameAt = (column: number, kind: NamePlace['kind']) =>
      readName(cells[column], { file, where: `${where}, column ${table.columns[column]}`, kind });
    return {
      model: nameAt(model, 'examinee'),
      item: nameAt(item, 'item'),
      judge: nameAt(judge, 'judge'),
      aspect: aspect === -1 || cells[aspect] === '' ? null : nameAt(aspect, 'aspect'),
      ...{ score: value, where: `${file}, ${where}` },
    };
  });
}
