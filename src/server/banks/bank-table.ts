import { setImmediate } from 'node:timers/promises';
import {
  type TellingAnswers,
  tellingAnswers,
} from '../../../calibration/diagnose/telling-answers.ts';
import type { Bank, FullScore, ItemTag } from '../../../item-bank/bank.ts';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { fail } from '../../errors.ts';
import { pickExaminees, type ResponseMatrix } from '../../irt/responses.ts';
import type { BankSummary, Store } from '../../store/store.ts';
import { itemColumns } from './item-columns.ts';

/** A tag of items: −1 if an item has none of it. */
export interface TagColumn {
  readonly name: string;
  readonly values: readonly string[];
  readonly codes: Int32Array;
}

/** A bank for listing, searching and sorting its items: columns with one entry per item, in the order of the bank. */
export interface BankTable {
  readonly name: string;
  readonly title: string;
  readonly source: 'builtin' | 'store' | 'both';
  /** Version in the database; null if the bank is only built in. */
  readonly version: number | null;
  readonly changedAt: string | null;
  /** Changes if items or recorded answers change. */
  readonly mark: string;
  readonly ids: readonly string[];
  readonly positions: ReadonlyMap<string, number>;
  /** Null if an item has no text in the database. */
  readonly types: readonly (string | null)[];
  readonly statuses: readonly (string | null)[];
  readonly tags: readonly TagColumn[];
  /** 1 if an earlier item has the same content. */
  readonly isRepeated: Uint8Array;
  readonly hasText: boolean;
  /** The searched text in lower case: id and values of tags; and the question, null if no item has one. */
  readonly labels: readonly string[];
  readonly texts: readonly string[] | null;
  /** Of the recorded models that have answers. */
  readonly responses: ResponseMatrix | null;
  readonly fullScore: FullScore;
  /** Of the recorded models, 0 to 1; NaN if there are no answers. */
  readonly shareRight: Float64Array;
  readonly answered: Int32Array;
  /** Without perfect and zero scorers; null if there are no answers. */
  readonly telling: TellingAnswers | null;
}

/** A mark that changes with the state of a bank, from two short queries. @throws NAME_UNKNOWN */
export async function bankState(
  store: Pick<Store, 'bank' | 'answersChangedAt'>,
  name: string,
): Promise<{ readonly stored: BankSummary | undefined; readonly mark: string }> {
  const stored = await store.bank(name);
  if (stored === undefined && !isBuiltinBank(name))
    fail('NAME_UNKNOWN', { kind: 'bank', name, nearest: null });
  const answers = stored === undefined ? null : await store.answersChangedAt(name);
  const mark = JSON.stringify([stored?.version, stored?.fingerprint, stored?.examinees, answers]);
  return { stored, mark };
}

/** Reads a bank: seconds for tens of thousands of items with text, step by step, so that others are answered meanwhile. */
export async function readBankTable(
  store: Pick<Store, 'items' | 'responses'>,
  name: string,
  { stored, mark }: Awaited<ReturnType<typeof bankState>>,
): Promise<BankTable> {
  const builtin: Bank | null = isBuiltinBank(name) ? loadBuiltinBank(name) : null;
  await setImmediate();
  const columns = await itemColumns(builtin, stored === undefined ? [] : store.items(name));
  const recorded =
    builtin === null ? ((await store.responses(name))?.matrix ?? null) : builtin.responses;
  const responses = recorded === null ? null : withAnswers(recorded);
  await setImmediate();
  return {
    name,
    title: stored?.title ?? builtin?.title ?? name,
    source: builtin === null ? 'store' : stored === undefined ? 'builtin' : 'both',
    version: stored?.version ?? null,
    changedAt: stored?.changedAt ?? null,
    mark,
    ...columns,
    responses,
    fullScore: builtin?.fullScore ?? 'items',
    ...answerColumns(responses, columns.ids.length),
    telling: responses === null ? null : tellingAnswers(responses),
  };
}

/** The examinees with at least one answer; null if there are none. */
function withAnswers(matrix: ResponseMatrix): ResponseMatrix | null {
  const { examinees, items, scores } = matrix;
  const width = items.length;
  const rows = examinees.flatMap((_, i) =>
    scores.subarray(i * width, (i + 1) * width).some((score) => !Number.isNaN(score)) ? [i] : [],
  );
  if (rows.length === 0) return null;
  return rows.length === examinees.length ? matrix : pickExaminees(matrix, rows);
}

function answerColumns(responses: ResponseMatrix | null, count: number) {
  const shareRight = new Float64Array(count);
  const answered = new Int32Array(count);
  if (responses !== null)
    for (let k = 0; k < responses.scores.length; k++) {
      if (Number.isNaN(responses.scores[k])) continue;
      answered[k % count]++;
      shareRight[k % count] += responses.scores[k];
    }
  for (let j = 0; j < count; j++) shareRight[j] /= answered[j];
  return { shareRight, answered };
}

/** Tags for full scores, of the items at some positions or of all: items without a tag get a separate value. */
export function fullTags(
  { tags }: Pick<BankTable, 'tags'>,
  positions: readonly number[] | null = null,
): Record<string, ItemTag> {
  return Object.fromEntries(
    tags.map(({ name, values, codes }) => [
      name,
      {
        values: [...values, ''],
        codes: Uint16Array.from(positions === null ? codes : positions.map((j) => codes[j]), (c) =>
          c < 0 ? values.length : c,
        ),
      },
    ]),
  );
}
