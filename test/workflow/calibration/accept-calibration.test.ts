import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { calibrationInForce } from '../../../src/store/calibrations/calibration-in-force.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { calibratedBank } from '../../../src/tested-bank/calibrated-bank.ts';
import { readLiveBank } from '../../../src/tested-bank/live-bank.ts';
import { acceptCalibration } from '../../../src/workflow/calibration/refresh/accept-calibration.ts';
import { readRefresh } from '../../../src/workflow/calibration/refresh/refresh-bank.ts';
import { refreshSummary } from '../../../src/workflow/calibration/refresh/refresh-summary.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { AT, clock } from '../../store/store-case.ts';
import {
  REFRESHED,
  refreshReport,
  seedPretestRefresh,
  seedRefresh,
} from '../../web/fixture/seed-refresh.ts';

const MARK = { by: 'ana', at: AT };

const folder = temporaryFolder();
let files = 0;
let store: Store;
let first: number;
let refreshed: number;
beforeEach(async () => {
  store = await openStore(join(folder, `${++files}.db`), { clock });
  ({ first } = await seedRefresh(store));
  refreshed = await seedPretestRefresh(store, first);
});
afterEach(() => store.close());

const accept = (calibration: number, promote: boolean) =>
  acceptCalibration(store, REFRESHED, calibration, MARK, { force: false, promote });
const inForce = async () => calibrationInForce(await store.calibrationLog(REFRESHED));
const counting = async () => {
  const { live } = await calibratedBank(
    store,
    await readLiveBank(store, REFRESHED, false),
    'current',
  );
  return live.recorded.responses.items;
};

test('pretest items with enough answers and a small error are ready, unless they are proposed for retirement', async () => {
  const report = await store.calibrationReport(refreshed);
  const { pretest } = refreshSummary(report as Parameters<typeof refreshSummary>[0]);
  expect(pretest.map(({ item, isReady }) => [item, isReady])).toEqual([
    ['item-20', true],
    ['item-23', false],
    ['item-21', false],
    ['item-22', false],
  ]);
});

test('an acceptance that promotes lets the ready ones count, with their parameters, and once more changes nothing', async () => {
  const { change, promoted } = await accept(refreshed, true);
  expect([change?.before, change?.after]).toEqual([first, refreshed]);
  expect(promoted.items).toEqual(['item-20']);
  const items = await counting();
  expect(items).toContain('item-20');
  expect(items).not.toContain('item-23');
  const [entry] = (await store.reviewLog(REFRESHED)).slice(-1);
  expect(entry).toMatchObject({
    decision: 'promote',
    note: 'b 0.50 ± 0.30 by 50 answers',
    by: 'ana',
  });
  expect(await accept(refreshed, true)).toEqual({
    change: null,
    promoted: { items: [], version: null },
  });
  expect(await store.calibrationLog(REFRESHED)).toHaveLength(2);
});

test('a promotion that was broken off after the acceptance is finished by the same once more', async () => {
  await accept(refreshed, false);
  expect(await counting()).not.toContain('item-20');
  const { change, promoted } = await accept(refreshed, true);
  expect(change).toBeNull();
  expect(promoted.items).toEqual(['item-20']);
  expect(await store.calibrationLog(REFRESHED)).toHaveLength(2);
});

test('a calibration that is no refresh has nothing to promote, and is not accepted', async () => {
  await expect(accept(first, true)).rejects.toMatchObject({ code: 'OPTIONS_CONFLICT' });
  expect(await inForce()).toBe(first);
  await store.rollBackCalibration(REFRESHED, MARK);
  await expect(accept(first, true)).rejects.toMatchObject({ code: 'OPTIONS_CONFLICT' });
  expect(await inForce()).toBeNull();
});

test('the next refresh calibrates pretest items again, and knows promoted ones by their parameters', async () => {
  const items = [...refreshReport(first).changes.map(({ item }) => item), 'item-20', 'item-21'];
  const examinees = Array.from({ length: 12 }, (_, i) => `later-${i}`);
  const scores = Float32Array.from({ length: 12 * items.length }, (_, k) =>
    (k * 7 + 3) % 5 > 2 ? 1 : 0,
  );
  await store.putResponses(REFRESHED, { examinees, items, scores }, null, AT);
  await accept(refreshed, false);
  const read = async () => {
    const { changedItems, pretest, request } = await readRefresh(store, REFRESHED, {
      calibration: 'current',
    });
    return { changedItems, pretest, isKnown: request.old.items.includes('item-20') };
  };
  // Recorded answers to pretest items do not count; nothing says that they were retired or corrected.
  expect(await read()).toEqual({ changedItems: [], pretest: [], isKnown: false });
  await accept(refreshed, true);
  expect(await read()).toEqual({ changedItems: [], pretest: [], isKnown: true });
});
