import type { AnswerFormat, NamedAnswers } from '../../../item-bank/import/format.ts';
import { parquetRows } from '../../../item-bank/import/records/parquet-rows.ts';
import { Rejection } from '../../../item-bank/import/records/records.ts';
import { meantAsLong } from '../responses/meant-as-long.ts';
import { itemsOf } from '../responses/metadata-columns.ts';
import { SIMULATED } from '../responses/wide-responses.ts';
import { decimal } from '../table/decimal.ts';

/** Columns that are no items. */
const EXAMINEE = ['examinee', 'model'];
const FAMILY = 'family';
const LONG = new Set([...EXAMINEE, FAMILY, SIMULATED, 'item', 'score']);

/**
 * Recorded answers in Parquet. Long: the columns `examinee` (or `model`), `item`, `score` and optionally `family`, one row per answer. Wide: `examinee` (or
 * `model`), optionally `family`, and one column per item. A score is a number from 0 to 1, true, false, or null if the item was not asked.
 */
export function parquetAnswers(): AnswerFormat {
  let known: { readonly own: string; readonly names: ReturnType<typeof itemsOf> } | undefined;
  return {
    records: parquetRows,
    answers(value) {
      const row = value as Readonly<Record<string, unknown>>;
      const key = EXAMINEE.find((name) => Object.hasOwn(row, name));
      if (key === undefined) throw new Rejection('no column examinee or model');
      const examinee = nameOf(row[key], key);
      const family = row[FAMILY] == null ? null : nameOf(row[FAMILY], FAMILY);
      const columns = Object.keys(row);
      const isLong = columns.every((name) => LONG.has(name)) && 'item' in row && 'score' in row;
      const simulated = String(row[SIMULATED] ?? '') === 'true';
      if (isLong)
        return {
          examinee,
          family,
          simulated,
          answers: answer(nameOf(row.item, 'item'), row.score),
        };
      const long = meantAsLong(columns);
      if (long !== null) throw new Rejection(`${long.found}; accepted: ${long.accepted}`);
      const items = columns.filter((name) => name !== key && name !== FAMILY && name !== SIMULATED);
      const own = items.join('\n');
      if (known?.own !== own) known = { own, names: itemsOf(items) };
      const { names } = known;
      if ('found' in names) throw new Rejection(`${names.found}; accepted: ${names.accepted}`);
      return {
        examinee,
        family,
        simulated,
        answers: items.flatMap((item, j) => answer(names[j], row[item])),
      };
    },
  };
}

function answer(item: string, value: unknown): NamedAnswers['answers'] {
  if (value === null || value === undefined || value === '') return [];
  const score = typeof value === 'string' ? decimal(value) : Number(value);
  if (typeof value === 'object' || !(score >= 0 && score <= 1))
    throw new Rejection(
      `item ${item.slice(0, 100)}: ${typeof value === 'object' ? 'a list or an object' : String(value).slice(0, 40)}; accepted: a number from 0 to 1, true, false or null`,
    );
  return [{ item, score }];
}

function nameOf(value: unknown, column: string): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string' && value.trim() !== '') return value;
  throw new Rejection(`column ${column}: no name`);
}
