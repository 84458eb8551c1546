import { sampleScore } from '../ranking/design-interval.ts';
import type { SampledStratum } from '../statistics/stratified-sample.ts';

/** Parts of a bank: the part of each item, and the size and weight of each part. */
export interface Parts {
  readonly codes: ArrayLike<number>;
  readonly sizes: readonly number[];
  /** They add up to 1. */
  readonly weights: readonly number[];
}

/** A score in percentage points. */
export interface ScoreEstimate {
  readonly score: number;
  /** Its 90% interval as a score on an unlimited number of items like these. */
  readonly low: number;
  readonly high: number;
  /** Items with a score. */
  readonly items: number;
}

/** The same, with the interval of the score on the items of the bank: exact if all of them have a score. */
export interface BankEstimate extends ScoreEstimate {
  readonly bankLow: number;
  readonly bankHigh: number;
}

/**
 * The score from those of items, with the design-based intervals of a stratified sample (src/ranking/design-interval.ts).
 * @param scores in [0, 1]; NaN where there is none
 * @returns null if no item has a score
 */
export function scoreEstimate(scores: ArrayLike<number>, parts: Parts): BankEstimate | null {
  const sums = parts.sizes.map(() => ({ drawn: 0, sum: 0, squares: 0 }));
  let items = 0;
  for (let j = 0; j < scores.length; j++) {
    const score = scores[j];
    if (Number.isNaN(score)) continue;
    const own = sums[parts.codes[j]];
    own.drawn++;
    own.sum += score;
    own.squares += score * score;
    items++;
  }
  if (items === 0) return null;
  const strata: SampledStratum[] = sums.map((own, h) => ({
    ...own,
    weight: parts.weights[h],
    size: parts.sizes[h],
  }));
  const expected = sampleScore(strata, 'expected');
  const bank = sampleScore(strata, 'recorded');
  // What has no score is worth 0 to 1.
  let least = 0;
  let most = 0;
  for (const { drawn, sum, weight, size } of strata) {
    least += (weight * sum) / size;
    most += (weight * (sum + size - drawn)) / size;
  }
  return {
    score: 100 * expected.score,
    low: 100 * expected.low,
    high: 100 * expected.high,
    items,
    bankLow: 100 * Math.max(bank.low, least),
    bankHigh: 100 * Math.min(bank.high, most),
  };
}

/** The mean over some items, which all count the same. */
export function meanEstimate(
  scores: ArrayLike<number>,
  isIn: (item: number) => boolean,
): ScoreEstimate | null {
  const own = Float64Array.from(scores, (score, j) => (isIn(j) ? score : Number.NaN));
  const size = own.reduce((n, score) => (Number.isNaN(score) ? n : n + 1), 0);
  const estimate = scoreEstimate(own, {
    codes: new Uint8Array(own.length),
    sizes: [Math.max(1, size)],
    weights: [1],
  });
  return estimate === null ? null : plain(estimate);
}

/** The unweighted mean over the values of a tag; values without a score are left out. */
export function macroEstimate(
  scores: ArrayLike<number>,
  codes: ArrayLike<number>,
  values: number,
): ScoreEstimate | null {
  const sizes = Array<number>(values).fill(0);
  for (let j = 0; j < scores.length; j++) if (!Number.isNaN(scores[j])) sizes[codes[j]]++;
  const present = sizes.filter((size) => size > 0).length;
  const weights = sizes.map((size) => (size > 0 ? 1 / present : 0));
  const estimate = scoreEstimate(scores, { codes, sizes, weights });
  return estimate === null ? null : plain(estimate);
}

function plain({ score, low, high, items }: BankEstimate): ScoreEstimate {
  return { score, low, high, items };
}
