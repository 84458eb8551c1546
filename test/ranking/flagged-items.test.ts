import { describe, expect, test } from 'vitest';
import { reversedBank } from '../../sim/calibration/reversed-bank.ts';
import { itemParameters } from '../../src/irt/parameters.ts';
import { leftOut } from '../../src/ranking/flagged-items.ts';
import { foldBank } from '../../src/ranking/fold-bank.ts';
import { itemPool } from '../../src/ranking/live/item-pool.ts';
import { keptFold } from '../../src/ranking/live/live-fold.ts';
import { prepareLive } from '../../src/ranking/live/prepare-live.ts';
import { rankRecorded } from '../../src/ranking/rank-recorded.ts';
import type { RecordedBank } from '../../src/ranking/recorded-bank.ts';
import { FIXTURE_CACHE } from '../fixtures/bank/bank.ts';

const MODELS = Array.from({ length: 40 }, (_, i) => `model${i}`);
const { matrix, reversed } = reversedBank('ranking', '2pl', MODELS.length, 200);
const bank: RecordedBank = {
  name: 'reversed',
  simulated: true,
  responses: { ...matrix, examinees: MODELS },
  tags: {},
  fullScore: 'items',
};
const ids = new Set(reversed.map((j) => matrix.items[j]));
const request = {
  bank,
  items: 60,
  strategy: 'paper',
  seed: 1,
  families: MODELS,
  draws: 1,
  cacheFolder: FIXTURE_CACHE,
} as const;

describe('items that work backwards', () => {
  test('are flagged on the models of each fold, unless they are asked for', () => {
    const fold = Int32Array.from(MODELS, (_, i) => i % 5);
    const { flagged } = foldBank(bank, fold, 0).bank;
    const found = reversed.filter((j) => flagged![j] === 1).length;
    // 32 models: at least half of the wrongly keyed items, and hardly another one (docs/evidence/flags.md).
    expect(found).toBeGreaterThanOrEqual(5);
    expect(flagged!.reduce((sum, one) => sum + one, 0) - found).toBeLessThanOrEqual(1);
    expect(foldBank(bank, fold, 0, undefined, true).bank.flagged).toBeNull();
  });

  test('are left out of rankings and counted, or let in on request', () => {
    const result = rankRecorded(request);
    expect(result.leftOut.least).toBeGreaterThanOrEqual(5);
    expect(result.leftOut.most).toBeLessThanOrEqual(reversed.length + 3);
    expect(rankRecorded({ ...request, includeFlagged: true }).leftOut).toEqual({
      least: 0,
      most: 0,
    });
    // The score is that of the whole bank all the same: within five points of the recorded one on average.
    expect(result.agreement.mae).toBeLessThan(5);
  });

  test('of a kept calibration with negative slopes are left out of tests of new models', () => {
    const n = matrix.items.length;
    const parameters = itemParameters({
      a: Array.from({ length: n }, (_, j) => (reversed.includes(j) ? -3 : 1)),
      b: new Float64Array(n),
    });
    const flagged = Uint8Array.from({ length: n }, (_, j) => (reversed.includes(j) ? 1 : 0));
    const calibration = {
      number: 1,
      parameters,
      flagged,
      range: { lowest: 0, highest: 1 },
      pool: [],
      others: [],
    };
    const asked = (includeFlagged: boolean) => {
      const { tests, leftOut: count } = prepareLive({
        bank,
        families: MODELS,
        models: ['new'],
        items: 30,
        strategy: 'paper',
        lag: 1,
        seed: 1,
        leaveOut: [],
        isAskable: null,
        calibration,
        includeFlagged,
      });
      const [one] = tests;
      const items: string[] = [];
      while (!one.isOver) {
        const [j] = one.next(1);
        items.push(matrix.items[j]);
        one.record(j, items.length % 2);
      }
      return { items, count };
    };
    const without = asked(false);
    expect(without.count).toEqual({ least: reversed.length, most: reversed.length });
    expect(without.items.filter((item) => ids.has(item))).toEqual([]);
    // By information alone they come first: a² is nine times that of the others.
    expect(asked(true).items.filter((item) => ids.has(item)).length).toBe(reversed.length);
    expect(
      keptFold(itemPool(bank, null), { ...calibration, flagged: undefined }).bank.flagged,
    ).toBeNull();
  });

  test('none are left out if no item is chosen adaptively', () => {
    expect(leftOut([])).toEqual({ least: 0, most: 0 });
    const flags = (count: number) => ({ flagged: new Uint8Array(9).fill(1, 0, count) });
    expect(leftOut([flags(2), flags(5), { flagged: null }])).toEqual({ least: 0, most: 5 });
  });
});
