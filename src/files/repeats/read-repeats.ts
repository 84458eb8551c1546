import { extname } from 'node:path';
import { fail } from '../../errors.ts';
import { numberedNames } from '../../noise/numbered-names.ts';
import type { Observations } from '../../noise/observations.ts';
import { eachRecord } from '../../text/each-record.ts';
import { fileJson } from '../../text/file-json.ts';
import { quoted } from '../../text/quoted.ts';
import { readLines } from '../../text/read-lines.ts';
import { readText } from '../../text/read-text.ts';
import { cellPlace, readScore } from '../responses/read-score.ts';
import { missingColumn, respelt } from '../table/likely-column.ts';
import { readName, readNewName } from '../table/names.ts';
import { refuseRespelt } from '../table/read-table.ts';
import { checkLength } from '../table/record-length.ts';

/** The most answers of a file. */
const MOST_ANSWERS = 5_000_000;
/** Columns that make up the condition, in this order. */
const CONDITION = ['condition', 'prompt', 'temperature'] as const;
const ACCEPTED =
  'the columns model (or examinee), item and score, and optionally repeat, condition, prompt, temperature and answer';

/** Scores of repeated answers, and what the file says of itself. */
export interface ReadRepeats extends Observations {
  /** Rows without a score: the item was not asked, or the answer does not count. */
  readonly withoutScore: number;
  /** Columns that were not read, by name. */
  readonly ignoredColumns: readonly string[];
}

/** A row by the names of its columns; undefined for a column that is not there. */
type Row = (column: string) => string | undefined;

/**
 * Reads answers in the long form, one per row, CSV or (by the ending .jsonl) JSON Lines: model, item, score, and optionally repeat, condition,
 * prompt, temperature and answer; `ignoredColumns` names the others. Rows of the same model, item and condition are repeats. An empty answer is one
 * that could not be read.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID; NO_ANSWERS
 */
export function readRepeats(file: string): ReadRepeats {
  const collected = collect(file);
  if (['.jsonl', '.ndjson'].includes(extname(file).toLowerCase())) {
    for (const { text, line } of readLines(file)) {
      const value = fileJson(file, text, line);
      if (value === null || typeof value !== 'object' || Array.isArray(value))
        fail('FILE_INVALID', {
          file,
          where: `line ${line}`,
          found: quoted(text),
          accepted: `a JSON object with ${ACCEPTED}`,
        });
      const row = value as Readonly<Record<string, unknown>>;
      collected.header(Object.keys(row), line);
      collected.add((column) => jsonCell(row, column, file, line), line);
    }
  } else {
    let columns: Map<string, number> | undefined;
    eachRecord(file, readText(file), (cells, line) => {
      if (columns === undefined) {
        const known = new Map<string, string>();
        collected.header(cells, line);
        columns = new Map(
          cells.map((cell, k) => [
            readNewName(
              cell,
              { file, where: `line ${line}, column ${k + 1}`, kind: 'column' },
              known,
            ),
            k,
          ]),
        );
        return;
      }
      checkLength(file, line, cells, columns.size);
      const own = columns;
      collected.add((column) => {
        const at = own.get(column);
        return at === undefined ? undefined : cells[at];
      }, line);
    });
  }
  return collected.finish();
}

/** Columns that may be absent. */
const OPTIONAL = [...CONDITION, 'repeat', 'answer'];

/** @throws FILE_INVALID for `Temperature`: ignored, the answers of two conditions would be repeats of one */
function checkColumns(file: string, columns: readonly string[], line: number): void {
  const hasModel = columns.includes('model') || columns.includes('examinee');
  const missing = ['item', 'score'].find((name) => !columns.includes(name));
  if (!hasModel || missing !== undefined)
    fail('FILE_INVALID', {
      file,
      where: `line ${line}`,
      found: missingColumn(hasModel ? missing! : 'model', columns),
      accepted: ACCEPTED,
    });
  for (const name of OPTIONAL) {
    const other = columns.includes(name) ? undefined : respelt(name, columns);
    if (other !== undefined) refuseRespelt({ file, line, name, other });
  }
}

/** Of `model` and `examinee`, the second is not read beside the first. */
function ignoredOf(columns: readonly string[]): string[] {
  const model = columns.includes('model') ? 'model' : 'examinee';
  return columns.filter((name) => ![model, 'item', 'score', ...OPTIONAL].includes(name));
}

function jsonCell(
  row: Readonly<Record<string, unknown>>,
  column: string,
  file: string,
  line: number,
): string | undefined {
  if (!Object.hasOwn(row, column)) return undefined;
  const value = row[column];
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  // What was extracted from an output can be a list of letters.
  if (column === 'answer') return JSON.stringify(value);
  return fail('FILE_INVALID', {
    file,
    where: `line ${line}, ${column}`,
    found: 'a list or an object',
    accepted: 'a text, a number, true, false or null',
  });
}

function collect(file: string) {
  const [models, items, conditions] = [numberedNames(), numberedNames(), numberedNames()];
  const answers = numberedNames();
  const answerOf: number[] = [];
  const scores: number[] = [];
  const repeats = numberedNames();
  const repeatOf: number[] = [];
  const lines: number[] = [];
  let hasAnswers = false;
  let withoutScore = 0;
  let rows = 0;

  const headers = new Set<string>();
  const ignored = new Set<string>();
  return {
    /** The columns of the rows that follow. */
    header(columns: readonly string[], line: number): void {
      const own = columns.join();
      if (headers.has(own)) return;
      checkColumns(file, columns, line);
      headers.add(own);
      for (const column of ignoredOf(columns)) ignored.add(column);
    },
    add(row: Row, line: number): void {
      if (++rows > MOST_ANSWERS)
        fail('FILE_INVALID', {
          file,
          where: `line ${line}`,
          found: `more than ${MOST_ANSWERS} answers`,
          accepted: `at most ${MOST_ANSWERS}; leave out items or models`,
        });
      const where = `line ${line}`;
      const model = readName(row('model') ?? row('examinee') ?? '', {
        file,
        where,
        kind: 'examinee',
      });
      const item = readName(row('item') ?? '', { file, where, kind: 'item' });
      const score = readScore(row('score') ?? '', file, () => cellPlace(line, model, item));
      const parts = CONDITION.flatMap((column) => {
        const cell = row(column);
        if (cell === undefined || cell === '') return [];
        const value = readName(cell, { file, where, kind: 'condition' });
        return [column === 'condition' ? value : `${column} ${value}`];
      });
      const condition = parts.join(', ');
      const repeat = row('repeat');
      if (Number.isNaN(score)) {
        withoutScore++;
        return;
      }
      models.add(model);
      items.add(item);
      conditions.add(condition);
      scores.push(score);
      repeatOf.push(repeat === undefined || repeat === '' ? -1 : repeats.numberOf(repeat));
      lines.push(line);
      const answer = row('answer');
      hasAnswers ||= answer !== undefined;
      answerOf.push(answer === undefined || answer === '' ? -1 : answers.numberOf(answer));
    },
    finish(): ReadRepeats {
      if (scores.length === 0) fail('NO_ANSWERS', { where: file });
      const read = {
        models: models.names(),
        items: items.names(),
        conditions: conditions.names(),
        model: models.numbers(),
        item: items.numbers(),
        condition: conditions.numbers(),
      };
      const twice = repeatedTwice(read, repeatOf);
      if (twice !== null) {
        const { model, item } = read;
        fail('FILE_INVALID', {
          file,
          where: cellPlace(
            lines[twice.again],
            read.models[model[twice.again]],
            read.items[item[twice.again]],
          ),
          found: `repeat ${quoted(repeats.names()[repeatOf[twice.again]])} again (first: line ${lines[twice.first]})`,
          accepted: 'each repeat of an answer only once',
        });
      }
      return {
        ...read,
        score: Float64Array.from(scores),
        answer: hasAnswers ? Int32Array.from(answerOf) : null,
        ...(repeats.names().length === 0
          ? {}
          : { repeats: { names: repeats.names(), of: Int32Array.from(repeatOf) } }),
        withoutScore,
        ignoredColumns: [...ignored],
      };
    },
  };
}

/** Two answers of one cell with the same repeat, the first such pair by its second answer; null if there is none. */
function repeatedTwice(
  {
    items,
    conditions,
    model,
    item,
    condition,
  }: Pick<Observations, 'items' | 'conditions' | 'model' | 'item' | 'condition'>,
  repeat: readonly number[],
): { first: number; again: number } | null {
  const width = repeat.reduce((most, one) => Math.max(most, one + 1), 0);
  const code = (k: number) =>
    ((model[k] * items.length + item[k]) * conditions.length + condition[k]) * width + repeat[k];
  const seen = new Map<number, number>();
  for (let k = 0; k < repeat.length; k++) {
    if (repeat[k] === -1) continue;
    const first = seen.get(code(k));
    if (first !== undefined) return { first, again: k };
    seen.set(code(k), k);
  }
  return null;
}
