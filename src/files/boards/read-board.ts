import { fail } from '../../errors.ts';
import { fileJson } from '../../text/file-json.ts';
import { quoted } from '../../text/quoted.ts';
import { readText } from '../../text/read-text.ts';
import { decimal, foundNumber } from '../table/decimal.ts';
import { readNewName } from '../table/names.ts';
import { readTable, type Table } from '../table/read-table.ts';
import { tellUnread } from '../table/unread-columns.ts';
import type { Board, BoardOptions, BoardRow } from './board.ts';
import { boardOf } from './board-errors.ts';
import { jsonBoardRows } from './json-board.ts';

const MODEL_COLUMNS = ['model', 'examinee', 'name'];
const SCORE_COLUMNS = ['score', 'accuracy', 'average', 'rating', 'elo'];
const HEADER =
  'with the columns model and score (optionally se, or low and high, or questions), or a result of thetarank';
/** The fewest models of a ranking. */
const FEWEST = 2;

/**
 * Reads a ranking: `leaderboard.csv`, the CSV or JSON of the service, `result.json` or what `--json` prints, or any CSV with a column of
 * models and one of scores.
 *
 * In thetarank's results `se` is the error of the ability, so intervals are used; `order` alone writes the error of the score as `se`.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readBoard(file: string, options: BoardOptions): Board {
  const text = readText(file).toString('utf8');
  const isJson = /^\s*[{[]/.test(text);
  const { rows, isOwn } = isJson
    ? { rows: jsonRows(file, text, options), isOwn: true }
    : tableRows(readTable(file, HEADER), options);
  if (rows.length < FEWEST)
    fail('FILE_INVALID', {
      file,
      found: `${rows.length === 1 ? 'one model' : 'no model'} with a score`,
      accepted: `a ranking of at least ${FEWEST} models`,
    });
  return boardOf(file, rows, isOwn ? { ...options, confidence: OWN_CONFIDENCE } : options, isOwn);
}

/** Of the intervals that thetarank writes. */
const OWN_CONFIDENCE = 0.9;

function jsonRows(file: string, text: string, options: BoardOptions): BoardRow[] {
  const rows = jsonBoardRows(fileJson(file, text), options);
  const known = new Map<string, string>();
  const nameAt = (model: string, k: number) =>
    readNewName(model, { file, where: `model ${k + 1}`, kind: 'examinee' }, known);
  return (
    rows?.map((row, k) => ({ ...row, where: `model ${k + 1}`, model: nameAt(row.model, k) })) ??
    fail('FILE_INVALID', {
      file,
      found: 'JSON that is not a ranking',
      accepted:
        'what rank, order or place print with --json or write as result.json, a leaderboard of the service, or CSV with the columns model and score',
    })
  );
}

function tableRows(
  table: Table,
  { scoreColumn, target }: BoardOptions,
): { rows: BoardRow[]; isOwn: boolean } {
  const { file, columns, rows } = table;
  const lower = columns.map((column) => column.toLowerCase());
  const at = (name: string) => lower.indexOf(name);
  const first = (names: readonly string[]) =>
    names.map(at).find((place) => place !== -1) ?? noColumn(table, names);
  const modelAt = first(MODEL_COLUMNS);
  const isOwn = at('verified') !== -1 && at('score') !== -1;
  const usesExpected =
    scoreColumn === undefined &&
    target === 'expected' &&
    at('expectedlow') !== -1 &&
    rows.some(({ cells }) => cells[at('expectedlow')] !== '');
  const scoreAt =
    scoreColumn === undefined ? first(SCORE_COLUMNS) : exactColumn(table, scoreColumn);
  // The errors of a file are those of its score, not of any column.
  const hasErrors = scoreColumn === undefined || lower[scoreAt] === 'score';
  const errorAt = (name: string) => (hasErrors ? at(name) : -1);
  const [lowAt, highAt] = usesExpected
    ? [at('expectedlow'), at('expectedhigh')]
    : [errorAt('low'), errorAt('high')];
  const seAt = at('ability') === -1 ? errorAt('se') : -1;
  const questionsAt = at('questions');
  const read = [modelAt, scoreAt, seAt, lowAt, highAt, questionsAt];
  if (!isOwn)
    tellUnread(
      file,
      columns,
      read.flatMap((k) => columns[k] ?? []),
    );
  const known = new Map<string, string>();
  return {
    isOwn,
    rows: rows.flatMap(({ cells, line }) => {
      const where = `line ${line}`;
      const model = readNewName(cells[modelAt], { file, where, kind: 'examinee' }, known);
      // A model without a score was not tested.
      if (cells[scoreAt] === '') return [];
      const number = (column: number): number => {
        if (column === -1 || cells[column] === '') return Number.NaN;
        const value = decimal(cells[column]);
        if (Number.isNaN(value))
          fail('FILE_INVALID', {
            file,
            where: `${where}, model ${quoted(model)}, column ${quoted(columns[column])}`,
            found: foundNumber(cells[column]),
            accepted: 'a number such as 71.3',
          });
        return value;
      };
      return {
        where,
        model,
        score: number(scoreAt),
        se: number(seAt),
        low: number(lowAt),
        high: number(highAt),
        questions: number(questionsAt),
      };
    }),
  };
}

function exactColumn(table: Table, name: string): number {
  const place = table.columns.indexOf(name);
  return place === -1 ? noColumn(table, [name]) : place;
}

function noColumn({ file, headerLine, columns }: Table, names: readonly string[]): never {
  return fail('FILE_INVALID', {
    file,
    where: `line ${headerLine}`,
    found: `no column ${names.map(quoted).join(' or ')} among ${quoted(columns.join(','))}`,
    accepted: `a header ${HEADER}; --score-column names another column of scores`,
  });
}
