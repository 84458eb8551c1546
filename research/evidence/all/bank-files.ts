import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { toCsv, writeFileWhole } from 'thetarank';
import { columnIndex, fail, readTable, type Table } from '../../../src/cli/command-kit.ts';
import type { StepInput } from './steps.ts';

/** Bytes of unpacked recorded answers; the largest known matrix has half a megabyte. */
const MOST_BYTES = 1 << 28;
/** Columns of examinees.csv that mark who must not be tested: those that items were chosen by, and copies. */
const LEFT_OUT = ['landmark_tier', 'duplicate_of'];

/**
 * Makes the files of a bank from a folder of a matrix: responses.csv.gz, items.csv, examinees.csv. Without flagged items (`flagged` is 1),
 * examinees that items were chosen by (`landmark_tier`) and copies of others (`duplicate_of`).
 *
 * @param tag the column of items.csv that is the tag; null for none
 * @param into the folder of the files
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function bankFiles(
  folder: string,
  name: string,
  tag: string | null,
  into: string,
): StepInput {
  const items = readTable(join(folder, 'items.csv'), 'with the column item');
  const examinees = readTable(join(folder, 'examinees.csv'), 'with examinee and family');
  const responses = join(into, 'responses.csv');
  writeFileWhole(responses, unpacked(join(folder, 'responses.csv.gz')));
  const all = readTable(responses, 'with the column examinee, and a column an item');

  const flagged = chosen(items, 'item', (cell) => cell('flagged') === '1');
  const left = chosen(examinees, 'examinee', (cell) => LEFT_OUT.some((name) => cell(name) !== ''));
  const first = columnIndex(all, 'examinee', 'with the column examinee');
  const columns = all.columns.flatMap((column, k) =>
    k === first || flagged.has(column) ? [] : [k],
  );
  writeFileWhole(
    responses,
    toCsv(
      ['examinee', ...columns.map((k) => all.columns[k])],
      all.rows
        .filter(({ cells }) => !left.has(cells[first]))
        .map(({ cells }) => [cells[first], ...columns.map((k) => cells[k])]),
    ),
  );
  const families = join(into, 'families.csv');
  writeFileWhole(families, columnsOf(examinees, ['examinee', 'family']));
  const tags = join(into, 'tags.csv');
  if (tag !== null) writeFileWhole(tags, columnsOf(items, ['item', tag]));
  return {
    args: [
      ...['--responses', responses, '--name', name, '--families', families],
      ...(tag === null ? [] : ['--tags', tags]),
    ],
    files: [responses, families, ...(tag === null ? [] : [tags])],
  };
}

/**
 * Makes a file of answer keys from a file of questions with the columns item, n_options and answer.
 * @returns where it is; null if there are no questions
 */
export function keyFile(questions: string, into: string): string | null {
  if (!existsSync(questions)) return null;
  const header = ['item', 'n_options', 'answer'];
  writeFileWhole(into, columnsOf(readTable(questions, `with ${header.join(', ')}`), header));
  return into;
}

/** @throws FILE_NOT_FOUND, FILE_UNREADABLE */
function unpacked(file: string): string {
  if (!existsSync(file)) fail('FILE_NOT_FOUND', { file });
  try {
    return gunzipSync(readFileSync(file), { maxOutputLength: MOST_BYTES }).toString('utf8');
  } catch (error) {
    return fail('FILE_UNREADABLE', { file, reason: (error as Error).message });
  }
}

function columnsOf(table: Table, names: readonly string[]): string {
  const places = names.map((name) => columnIndex(table, name, `with ${names.join(', ')}`));
  return toCsv(
    names,
    table.rows.map(({ cells }) => places.map((k) => cells[k])),
  );
}

/** The names of the rows that fit. @param isFitting is given the cell of a column, which is empty if there is no such column */
function chosen(
  table: Table,
  name: string,
  isFitting: (cell: (column: string) => string) => boolean,
): ReadonlySet<string> {
  const place = columnIndex(table, name, `with the column ${name}`);
  const fitting = table.rows.filter(({ cells }) =>
    isFitting((column) => cells[table.columns.indexOf(column)] ?? ''),
  );
  return new Set(fitting.map(({ cells }) => cells[place]));
}
