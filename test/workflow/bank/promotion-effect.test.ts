import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { promotionEffect } from '../../../src/workflow/bank/promotion-effect.ts';
import { runCommandSync } from '../../command/run-command.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { AT, clock, itemsOf } from '../../store/store-case.ts';
import { REFRESHED, seedPretestRefresh, seedRefresh } from '../../web/fixture/seed-refresh.ts';

const folder = temporaryFolder();
const database = join(folder, 'promotion.db');
let store: Store;
let refreshed: number;

beforeAll(async () => {
  store = await openStore(database, { clock });
  const { first } = await seedRefresh(store);
  refreshed = await seedPretestRefresh(store, first);
  // all: the 8 items and the new one; old: the 8 items; half: 4 of them.
  const items = [...itemsOf(0, 8).map(({ id }) => id), 'item-20'];
  const row = (answered: (j: number) => boolean) =>
    items.map((_, j) => (answered(j) ? 1 : Number.NaN));
  const scores = Float32Array.from([
    ...row(() => true),
    ...row((j) => j < 8),
    ...row((j) => j < 4),
  ]);
  const examinees = ['all', 'old', 'half'];
  await store.putResponses(REFRESHED, { examinees, items, scores }, null, AT);
});
afterAll(() => store.close());

test('a promotion takes from the models that answered the bank and not the new items', async () => {
  expect(await promotionEffect(store, REFRESHED, ['item-20'])).toEqual({ below: 1, models: 3 });
  expect(await promotionEffect(store, REFRESHED, ['item-20', 'item-23'])).toEqual({
    below: 2,
    models: 3,
  });
  expect(await promotionEffect(store, REFRESHED, [])).toEqual({ below: 0, models: 3 });
});

test('an acceptance that promotes warns, with both remedies, and the effect is the same afterwards', async () => {
  const args = ['calibrate', 'accept', String(refreshed), '--promote', '--database', database];
  const { stdout, stderr } = runCommandSync(args, { cwd: folder });
  expect(stdout, stderr).toContain('warning: 1 of 3 recorded');
  expect(stdout).toMatch(/bank record .*bank review /);
  expect(await promotionEffect(store, REFRESHED, ['item-20'])).toEqual({ below: 1, models: 3 });
});
