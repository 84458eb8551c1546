import {
  type ItemParameters,
  itemParameters,
  normalTail,
  pairedScoreInterval,
  pairedScoreStatistic,
  randomStream,
  shuffle,
} from 'thetarank';
import { ComparisonTest, changesOf, differenceBelief, nextItems } from 'thetarank/study';
import type { Pair, StudiedBank } from './recorded-pairs.ts';

/** Both models are asked; the answers of the first are recorded; both are asked items drawn with equal probabilities. */
export const WAYS = ['asked', 'recorded', 'random'] as const;
export type Way = (typeof WAYS)[number];

/** The state of a comparison after some items: one-sided p-values of "no loss", and 95% intervals. */
export interface Look {
  readonly items: number;
  readonly difference: number;
  /** Of the recorded difference and of the expected one. */
  readonly p: readonly [recorded: number, expected: number];
  readonly recorded: readonly [low: number, high: number];
  readonly expected: readonly [low: number, high: number];
}

const NORMAL_95 = 1.959963984540054;
/** Before any answer; the default of the command. */
export const KINSHIP = 0.3;

/** Compares b with a as the command would, up to each of `lengths` items. */
export function compareBy(
  way: Way,
  parameters: ItemParameters,
  [a, b]: readonly [Float64Array, Float64Array],
  lengths: readonly number[],
  seed: string,
): Look[] {
  if (way === 'random') return randomPairs([a, b], lengths, seed);
  const weights = new Float64Array(a.length).fill(1 / a.length);
  const recorded = [way === 'recorded' ? a : null, null];
  const test = new ComparisonTest({ parameters, weights, recorded, kinship: KINSHIP, seed });
  return lengths.map((length) => {
    while (test.answered < length) {
      for (const j of test.next(length - test.answered)) {
        test.record(0, j, a[j]);
        test.record(1, j, b[j]);
      }
      test.close();
    }
    const sample = test.differences()[0]!;
    const [own, other] = (['recorded', 'expected'] as const).map((target) =>
      differenceBelief(sample, 1 / a.length, target),
    );
    const ends = ({ low, high }: { low: number; high: number }) => [low, high] as const;
    return {
      items: length,
      difference: sample.difference,
      p: [own.below(0), other.below(0)],
      recorded: ends(own.interval(0.025)),
      expected: ends(other.interval(0.025)),
    };
  });
}

/** How a comparison with `--stop-early` ended. */
export interface EarlyEnd {
  readonly items: number;
  /** Whether a loss was reported. */
  readonly isLost: boolean;
}

/** Compares b with a as the command does with `--stop-early --items 200 --fail-if "drop>0@0.95" --target expected`. */
export function stopEarly(
  way: 'asked' | 'recorded',
  parameters: ItemParameters,
  [a, b]: readonly [Float64Array, Float64Array],
  seed: string,
): EarlyEnd {
  const weights = new Float64Array(a.length).fill(1 / a.length);
  const recorded = [way === 'recorded' ? a : null, null];
  const test = new ComparisonTest({ parameters, weights, recorded, kinship: KINSHIP, seed });
  const prepared = { test, itemSquares: 1 / a.length, calibration: null, without: [] };
  const failIf = { drop: 0, confidence: 0.95 };
  const rules = {
    target: 'expected',
    items: 200,
    stopsEarly: true,
    confidence: 0.95,
    failIf,
    within: null,
  } as const;
  const names = ['A', 'B'];
  for (;;) {
    const items = nextItems(prepared, names, rules);
    if (items.length === 0) break;
    for (const j of items) {
      test.record(0, j, a[j]);
      test.record(1, j, b[j]);
    }
  }
  const [change] = changesOf(prepared, names, rules)!;
  return { items: test.answered, isLost: change.regression?.is === 'shown' };
}

/** Items drawn with equal probabilities, and the score test of paired proportions; for the recorded difference with n / (1 − n/N) pairs. */
function randomPairs(
  [a, b]: readonly [Float64Array, Float64Array],
  lengths: readonly number[],
  seed: string,
): Look[] {
  const order = shuffle(Int32Array.from(a.keys()), randomStream(seed, 'random'));
  return lengths.map((items): Look => {
    let [onlyA, onlyB] = [0, 0];
    for (const j of order.subarray(0, items)) {
      if (a[j] > b[j]) onlyA++;
      if (b[j] > a[j]) onlyB++;
    }
    const counts = (n: number) => [(onlyA * n) / items, (onlyB * n) / items, n] as const;
    const finite = counts(items / (1 - Math.min(items, a.length - 1) / a.length));
    const p = (own: readonly [number, number, number]) =>
      normalTail(-pairedScoreStatistic(...own, 0));
    const ends = (own: readonly [number, number, number]) => {
      const { low, high } = pairedScoreInterval(...own, NORMAL_95);
      return [low, high] as const;
    };
    const plain = counts(items);
    return {
      items,
      difference: (onlyB - onlyA) / items,
      p: [p(finite), p(plain)],
      recorded: ends(finite),
      expected: ends(plain),
    };
  });
}

/**
 * Two examinees of equal expected scores from one recorded model: its items, of which two of similar difficulty make one, and which of the
 * two answers belongs to which examinee is drawn. The answers are exchangeable, so the expected difference is 0.
 */
export function splitHalves(
  bank: StudiedBank,
  model: number,
  seed: string,
): {
  readonly parameters: ItemParameters;
  readonly answers: readonly [Float64Array, Float64Array];
} {
  const parameters = bank.without(model);
  const own = bank.answersOf(model);
  const byDifficulty = [...own.keys()].sort((i, j) => parameters.b[i] - parameters.b[j] || i - j);
  const size = Math.floor(own.length / 2);
  const random = randomStream(seed, 'halves');
  const [a, b] = [new Float64Array(size), new Float64Array(size)];
  const mean = (of: Float64Array, k: number) =>
    (of[byDifficulty[2 * k]] + of[byDifficulty[2 * k + 1]]) / 2;
  for (let k = 0; k < size; k++) {
    const turn = random() < 0.5 ? 0 : 1;
    a[k] = own[byDifficulty[2 * k + turn]];
    b[k] = own[byDifficulty[2 * k + 1 - turn]];
  }
  const slope = (k: number) => mean(parameters.a, k) || 1e-3;
  return {
    parameters: itemParameters({
      a: Float64Array.from({ length: size }, (_, k) => slope(k)),
      b: Float64Array.from({ length: size }, (_, k) => mean(parameters.b, k)),
    }),
    answers: [a, b],
  };
}

/** The part of a relative's answers that a checkpoint has of it; the others are those of the model itself. */
export const KINDS = { relatives: 1, checkpoints: 0.3 } as const;
export type Kind = keyof typeof KINDS;

/** Items of a planted loss. @param loss in points */
export const netLoss = (loss: number, items: number): number => Math.round((loss / 100) * items);

/**
 * A pair of answer sheets with a planted loss. First some items of the second model take its own answers, all others those of the first.
 * On the items where the two then differ, it is drawn which of them is right, so that exactly the loss results. So items, number and place of the differences are those of
 * recorded models.
 *
 * @param loss in points, on all items
 * @returns null if the models differ on too few items
 */
export function plantedLoss(
  bank: StudiedBank,
  [first, second]: Pair,
  kind: Kind,
  loss: number,
  seed: string,
): [Float64Array, Float64Array] | null {
  const random = randomStream(seed, 'plant');
  const [a, b] = [bank.answersOf(first), bank.answersOf(second)];
  const differing = [...a.keys()].filter((j) => random() < KINDS[kind] && a[j] !== b[j]);
  const net = netLoss(loss, a.length);
  if (net > differing.length) return null;
  shuffle(differing, random);
  // An odd number of items cannot have an even net loss: one of them stays equal, or the loss would be an item off.
  if ((differing.length - net) % 2 === 1) differing.pop();
  const lost = (differing.length + net) / 2;
  const other = Float64Array.from(a);
  differing.forEach((j, k) => {
    a[j] = k < lost ? 1 : 0;
    other[j] = 1 - a[j];
  });
  return [a, other];
}
