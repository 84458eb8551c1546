import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { fail } from '../../errors.ts';
import { type ItemParameters, pickItems as pickParameters } from '../../irt/parameters.ts';
import { pickItems } from '../../irt/responses.ts';
import type { Store, StoredCalibration } from '../../store/store.ts';
import { calibrationOf } from '../../tested-bank/calibration-of.ts';
import { type CalibrationName, namedCalibration } from '../../tested-bank/named-calibration.ts';
import type { AbilityTask } from './ability-worker.ts';
import { type BankTable, bankState, readBankTable } from './bank-table.ts';
import { calibrationSummaryOf } from './calibration-part.ts';
import { type ItemView, itemView } from './item-view.ts';
import type { RecordedCalibration, RecordedCalibrations } from './recorded-calibration.ts';
import { onThread } from './thread.ts';

/** Number of banks and views in memory. With 33,735 items with text, one takes about 50 MB, mostly searchable text. */
const BANKS = 6;
const VIEWS = 12;

/** Banks for listing, kept in memory as long as they match the database. */
export interface ItemViews {
  /** @throws NAME_UNKNOWN */
  table(bank: string): Promise<BankTable>;
  /**
   * @param calibration a kept one; undefined: the one from recorded answers, if it is ready
   * @throws NAME_UNKNOWN
   */
  view(bank: string, calibration: CalibrationName | undefined): Promise<ItemView>;
  close(): Promise<void>;
}

export function itemViews(store: Store, calibrations: RecordedCalibrations): ItemViews {
  const tables = recent<Promise<BankTable>>(BANKS);
  const views = recent<Promise<ItemView>>(VIEWS);
  const threads = new Set<Worker>();

  const table = async (bank: string) => {
    const state = await bankState(store, bank);
    return tables(`${bank}\n${state.mark}`, () => readBankTable(store, bank, state));
  };
  const recordedView = async (own: BankTable) => {
    const { responses } = own;
    if (responses === null) return itemView(own, null, false);
    const learned = calibrations.ready(responses);
    await setImmediate();
    if (learned === null) return itemView(own, null, calibrations.isMaking(responses));
    const { parameters, standardErrors: errors, abilities } = learned;
    const from = { calibration: null, ...modelOf(learned), examinees: responses.examinees.length };
    return views(`${own.name}\n${own.mark}\n`, async () =>
      itemView(own, { parameters, errors, abilities, from }, false),
    );
  };
  const keptView = async (own: BankTable, number: number) =>
    views(`${own.name}\n${own.mark}\n${number}`, async () => {
      const kept = await calibrationOf(store, number);
      if (kept.bank !== own.name)
        fail('NAME_UNKNOWN', { kind: 'calibration', name: String(number), nearest: null });
      const columns = spread(own, kept);
      const abilities = await abilitiesBy(own, columns.parameters, threads);
      const { id, method, model, examinees } = calibrationSummaryOf({
        ...kept,
        items: own.ids.length,
      });
      const from = { calibration: id, method, model, examinees };
      return itemView(own, { ...columns, abilities, from }, false);
    });
  return {
    table,
    async view(bank, calibration) {
      const own = await table(bank);
      if (calibration === undefined) return recordedView(own);
      return keptView(own, await namedCalibration(store, bank, calibration));
    },
    async close() {
      await Promise.all(Array.from(threads, (thread) => thread.terminate()));
    },
  };
}

/** Values for the last `most` keys; failed ones are made again. */
function recent<T extends Promise<unknown>>(most: number): (key: string, make: () => T) => T {
  const known = new Map<string, T>();
  return (key, make) => {
    const found = known.get(key) ?? make();
    known.delete(key);
    known.set(key, found);
    found.catch(() => known.delete(key));
    if (known.size > most) known.delete(known.keys().next().value!);
    return found;
  };
}

/** The response model and the method. */
function modelOf({ mode, rung }: Pick<RecordedCalibration, 'mode' | 'rung'>) {
  return { method: mode, model: rung === '1pl' ? 'rasch' : rung.slice(0, 3) };
}

/** The columns of a calibration in the order of the bank's items; NaN for items without parameters. */
function spread(
  { ids, positions }: BankTable,
  { items, parameters, standardErrors }: StoredCalibration,
) {
  const at = items.map((item) => positions.get(item) ?? -1);
  const column = (of: Float64Array) => {
    const all = new Float64Array(ids.length).fill(Number.NaN);
    for (const [k, j] of at.entries()) if (j >= 0) all[j] = of[k];
    return all;
  };
  const { a, b, c, d } = parameters;
  return {
    parameters: { count: ids.length, a: column(a), b: column(b), c: column(c), d: column(d) },
    errors: standardErrors && {
      a: column(standardErrors.a),
      b: column(standardErrors.b),
      c: column(standardErrors.c),
    },
  };
}

/** Expected abilities of the recorded models under N(0, 1), by the items that have parameters; null if no model is recorded. */
async function abilitiesBy(
  { responses }: BankTable,
  all: ItemParameters,
  threads: Set<Worker>,
): Promise<Float64Array | null> {
  if (responses === null) return null;
  const known: number[] = [];
  for (let j = 0; j < all.count; j++) if (!Number.isNaN(all.a[j])) known.push(j);
  const task: AbilityTask = {
    parameters: pickParameters(all, known),
    scores: pickItems(responses, known).scores,
  };
  return onThread<Float64Array>('ability-worker', task, threads);
}
