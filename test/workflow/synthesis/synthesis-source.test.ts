import { join } from 'node:path';
import { expect, test } from 'vitest';
import { synthesisPlan } from '../../../calibration/synthesize/calls.ts';
import { participantsOf } from '../../../calibration/synthesize/participants.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { keepResult } from '../../../src/workflow/synthesis/finish-synthesis.ts';
import { sourceOfRun } from '../../../src/workflow/synthesis/fit/synthesis-source.ts';
import type { SynthesisResult } from '../../../src/workflow/synthesis/synthesis-result.ts';
import { aloneOf, pairsOf } from '../../calibration/synthesize/pool.ts';
import { temporaryFolder } from '../../files/temporary.ts';
import { AT, BANK, clock, itemsOf } from '../../store/store-case.ts';
import { CALLS, ITEMS, keepSynthesis, POOL } from './kept-synthesis.ts';

const whole = { isPartial: false, onAnswer() {} };

async function kept(isFinished = true) {
  const database = join(temporaryFolder(), 'store.db');
  const { run } = await keepSynthesis(database, { isFinished, recorded: 0 });
  const store = await openStore(database, { clock });
  const result = (await store.summaryOf(run)) as SynthesisResult;
  return { run, store, result };
}

test('items that were added to the bank since then change nothing: the calibration is of the version that was asked', async () => {
  const { run, store } = await kept();
  await store.addItems(BANK, itemsOf(ITEMS, ITEMS + 5), AT);
  expect((await store.bank(BANK.name))?.version).toBe(2);
  const source = await sourceOfRun(store, run, whole);
  expect(source).toMatchObject({ bankVersion: 1, ids: { length: ITEMS } });
  await store.close();
});

test('a run of other items than this bank ever had is refused', async () => {
  const { store } = await kept();
  const [{ configuration }] = await store.runs();
  const other = await store.createRun({ ...configuration, fingerprint: '0'.repeat(64) }, 'h', AT);
  await expect(sourceOfRun(store, other, { ...whole, isPartial: true })).rejects.toMatchObject({
    code: 'OPTIONS_CONFLICT',
    details: { options: '--run', reason: expect.stringContaining('run 2 asked items') },
  });
  await store.close();
});

test('answers of an unfinished extension are not part of the result', async () => {
  const { run, store, result } = await kept();
  await store.finishRun(run, { ...result, items: 50 }, AT);
  const source = await sourceOfRun(store, run, whole);
  expect(source.ids).toHaveLength(50);
  expect(source.result).toMatchObject({ items: 50, complete: true });
  // Gone on with, it is not finished until it is.
  await store.reopenRun(run);
  await expect(sourceOfRun(store, run, whole)).rejects.toThrow(/not finished/);
  await store.close();
});

test('a result that says more than the record has does not pass for complete', async () => {
  const { run, store } = await kept(false);
  const plan = synthesisPlan(participantsOf([pairsOf(POOL), aloneOf(POOL)]));
  const participants = plan.participants.map(({ id: participant }) => ({ participant }));
  const result = { version: 'synthesis-1', bank: BANK.name, items: ITEMS, complete: true };
  await store.finishRun(run, { ...result, design: 'complete', seed: 1, participants }, AT);
  await expect(sourceOfRun(store, run, whole)).rejects.toThrow(/not finished/);
  const some = await sourceOfRun(store, run, { ...whole, isPartial: true });
  expect(some).toMatchObject({ ids: { length: ITEMS }, result: { complete: false } });
  await store.close();
});

test('the result of the widest design stays; one as wide takes its place', async () => {
  const { run, store, result } = await kept();
  const fewer = { ...result, items: 2, calls: { kept: 2 * CALLS, missing: 0 } };
  expect(await keepResult(store, run, fewer, AT)).toEqual(result);
  expect(await store.summaryOf(run)).toEqual(result);
  const again = { ...result, cost: 7 };
  await store.reopenRun(run);
  expect(await keepResult(store, run, again, AT)).toBeNull();
  expect(await store.summaryOf(run)).toEqual(again);
  expect((await store.runs())[0].finishedAt).toBe(AT);
  await store.close();
});
