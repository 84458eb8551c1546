import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { itemParameters } from '../../src/irt/parameters.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { calibratedBank } from '../../src/tested-bank/calibrated-bank.ts';
import { readLiveBank } from '../../src/tested-bank/live-bank.ts';
import { temporaryFolder } from '../files/temporary.ts';
import { AT, BANK, clock, itemsOf } from '../store/store-case.ts';

const folder = temporaryFolder();
let files = 0;
let store: Store;
beforeEach(async () => {
  store = await openStore(join(folder, `${files++}.db`), { clock });
  await store.addItems(BANK, itemsOf(0, 4), AT);
  const items = itemsOf(0, 4).map(({ id }) => id);
  const scores = Float32Array.of(1, 0, 1, 1, Number.NaN, Number.NaN, 1, Number.NaN);
  await store.putResponses('exam', { examinees: ['m', 'n'], items, scores }, ['f', 'g'], AT);
});
afterEach(() => store.close());

const MARK = { by: 'ana', at: AT };
const retire = (item: string) => ({ item, decision: 'retire', key: null, note: '' }) as const;

test('a retired item is in no test, calibration or score, and comes back with the same fingerprint', async () => {
  const before = await readLiveBank(store, 'exam');
  await store.review('exam', [retire('item-2')], MARK);
  const live = await readLiveBank(store, 'exam');
  const { responses } = live.recorded;
  expect(responses.items).toEqual(['item-0', 'item-1', 'item-3']);
  // n had answered this item alone.
  expect(responses.examinees).toEqual(['m']);
  expect(Array.from(responses.scores)).toEqual([1, 0, 1]);
  expect(live.families).toEqual(['f']);
  expect(live.hashes).toHaveLength(3);
  expect(live.fingerprint).not.toBe(before.fingerprint);
  await store.review('exam', [{ undoes: 1 }], MARK);
  expect(await readLiveBank(store, 'exam')).toEqual(before);
});

test('a kept calibration leaves out what has changed since, and one made afterwards does not', async () => {
  const items = itemsOf(0, 4).map(({ id }) => id);
  const keep = async () => {
    const { version } = (await store.bank('exam'))!;
    const lineage = { bank: 'exam', bankVersion: version, method: 'given', options: {} };
    const parameters = itemParameters({ a: [1, 1, 1, 1], b: [0, 1, 2, 3] });
    const values = { items, parameters, standardErrors: null };
    return store.putCalibration({ ...lineage, ...values, parent: null, examinees: [] }, AT);
  };
  const used = async (number: number) => {
    const { live, calibration } = await calibratedBank(
      store,
      await readLiveBank(store, 'exam'),
      number,
    );
    return [live.recorded.responses.items, Array.from(calibration.parameters.b)];
  };
  const first = await keep();
  await store.review(
    'exam',
    [{ item: 'item-1', decision: 'correct', key: ['D'], note: '' }, retire('item-2')],
    MARK,
  );
  expect(await used(first)).toEqual([
    ['item-0', 'item-3'],
    [0, 3],
  ]);
  // A calibration on the corrected bank has parameters of the corrected key.
  expect(await used(await keep())).toEqual([
    ['item-0', 'item-1', 'item-3'],
    [0, 1, 3],
  ]);
});
