import { expect, test } from 'vitest';
import { pairedDifference } from '../../src/evaluation/paired-difference.ts';
import { modelRanks, rankedPairs } from '../../src/evaluation/rank-models.ts';
import { rankingStability } from '../../src/evaluation/ranking-stability.ts';
import { macroEstimate, scoreEstimate } from '../../src/evaluation/score-estimate.ts';
import { randomStream } from '../../src/random.ts';

const ONE = { codes: new Uint8Array(20), sizes: [20], weights: [1] };
const constant = (score: number) => new Float64Array(20).fill(score);
/** `right` right answers of 20, the first ones. */
const first = (right: number) => Float64Array.from({ length: 20 }, (_, j) => Number(j < right));

test('of a whole bank the score is exact, and open for items like these; strata count by their weight', () => {
  const whole = scoreEstimate(first(15), ONE)!;
  expect(whole).toMatchObject({ score: 75, bankLow: 75, bankHigh: 75, items: 20 });
  // Wilson's interval of 15 of 20, z = 1.6449: by its formula.
  expect(whole.low).toBeCloseTo(56.9, 0);
  expect(whole.high).toBeCloseTo(87.1, 0);
  const codes = Uint8Array.from({ length: 20 }, (_, j) => Number(j >= 10));
  const halves = { codes, sizes: [10, 30], weights: [0.25, 0.75] };
  expect(scoreEstimate(first(10), halves)!.score).toBeCloseTo(25, 12);
  // Unweighted: means 1 and 0.
  expect(macroEstimate(first(10), codes, 2)!.score).toBeCloseTo(50, 12);
  expect(scoreEstimate(constant(Number.NaN), ONE)).toBeNull();
});

test('a difference of 5 items of one sign has two-sided p 2 · 1/32', () => {
  // All of 2^5 signs are alike likely.
  expect(pairedDifference(first(10), first(15), ONE)).toMatchObject({
    items: 20,
    difference: 25,
    p: 2 / 32,
  });
  expect(pairedDifference(first(10), first(10), ONE)!.p).toBe(1);
});

test('without a difference p is at most α with probability α, for any number of items that differ', () => {
  for (let n = 1; n <= 12; n++) {
    let below = 0;
    for (let signs = 0; signs < 2 ** n; signs++) {
      const one = Float64Array.from({ length: 20 }, (_, j) => (j < n ? (signs >> j) & 1 : 0));
      const other = Float64Array.from({ length: 20 }, (_, j) => (j < n ? 1 - one[j] : 0));
      if (pairedDifference(one, other, ONE)!.p <= 0.1) below++;
    }
    expect(below / 2 ** n).toBeLessThanOrEqual(0.1);
  }
});

test('ranks leave open what no shown difference closes', () => {
  const scores = [first(18), first(17), first(3)];
  const pairs = rankedPairs(scores, ONE);
  expect(pairs.map(({ differs }) => differs)).toEqual([false, true, true]);
  expect(modelRanks([90, 85, 15], pairs)).toEqual([
    { place: 1, bestPlace: 1, worstPlace: 2 },
    { place: 2, bestPlace: 1, worstPlace: 2 },
    { place: 3, bestPlace: 3, worstPlace: 3 },
  ]);
  expect(modelRanks([90, null, 15], pairs)[1]).toBeNull();
});

test('models that change places by more than chance are a shown swap', () => {
  const [pair] = rankingStability(
    [
      [first(18), first(3), first(10)],
      [first(3), first(18), first(11)],
    ],
    ONE,
    () => randomStream(1, 'levels'),
  );
  // Orders 1 3 2 and 3 1 2: all three pairs are reversed.
  expect(pair.kendall).toEqual({ value: -1, low: null, high: null });
  expect(pair.swaps.map(({ first: x, second: y, isShown }) => [x, y, isShown])).toEqual([
    [0, 1, true],
    [0, 2, true],
    [1, 2, true],
  ]);
  expect(pair.changes[2]!.difference).toBeCloseTo(5, 12);
});

test('differences are adjusted for all pairs', () => {
  // 2 · 2^-4 each of the two pairs that differ by 4 items, times 3 pairs (Holm).
  const pairs = rankedPairs([first(10), first(14), first(10)], ONE);
  expect(pairs.map(({ p, differs }) => [p, differs])).toEqual([
    [3 / 8, false],
    [1, false],
    [3 / 8, false],
  ]);
});

test('parts without scores count in no mean: the others share their weight', () => {
  const codes = Uint8Array.from({ length: 20 }, (_, j) => Number(j >= 10));
  expect(macroEstimate(first(10), codes, 3)!.score).toBeCloseTo(50, 12);
  const parts = { codes, weights: [0.25, 0.75] };
  const half = (right: number) => first(right).map((score, j) => (j < 10 ? score : Number.NaN));
  expect(pairedDifference(half(2), half(7), parts)).toMatchObject({ items: 10, difference: 50 });
  // With both parts: 5 of 10 in a quarter of the weight, none in the rest.
  expect(pairedDifference(first(2), first(7), parts)!.difference).toBeCloseTo(12.5, 12);
});

test('a swap is shown only if both orders are, and equal scores are none', () => {
  const [once] = rankingStability(
    [
      [first(18), first(3)],
      [first(10), first(11)],
    ],
    ONE,
    () => randomStream(1, 'levels'),
  );
  expect(once.swaps.map(({ isShown }) => isShown)).toEqual([false]);
  const [tied] = rankingStability(
    [
      [first(18), first(3)],
      [first(10), first(10)],
    ],
    ONE,
    () => randomStream(1, 'levels'),
  );
  expect(tied.swaps).toEqual([]);
});
