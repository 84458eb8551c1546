import { type RandomStream, randomNormal } from '../random.ts';
import { kendall } from '../statistics/kendall.ts';
import { quantile } from '../statistics/quantile.ts';

/** Kendall's τ-b that chance in the answers alone would give. */
export interface ChanceCorrelation {
  readonly median: number;
  /** Its 5th percentile: τ-b is lower once in twenty times. */
  readonly low: number;
  /** The share of draws in which τ-b is at most that found: small if the level changes the ranking by more than chance. */
  readonly p: number;
}

/** Scores of one model at two levels, and the differences of its items, weighted so that they add up to the difference of the scores. */
export interface TwoScores {
  readonly first: number;
  readonly second: number;
  readonly differences: Float64Array;
}

const DRAWS = 999;
/** From more differences on their sum is as good as normal. */
const MOST_EXACT = 60;

/**
 * τ-b between two levels of a factor if it had no effect: then the scores of each model on each item could as well have been exchanged between the levels.
 * Without an effect p is at most α with probability α, up to the draws, whatever the number of models.
 *
 * @param models at least two
 * @returns null if τ-b is not defined in the scores, or in most draws
 * @see Pitman (1937), Supplement to JRSS 4, 119–130
 */
export function chanceCorrelation(
  models: readonly TwoScores[],
  random: RandomStream,
): ChanceCorrelation | null {
  const first = models.map((one) => one.first);
  const second = models.map((one) => one.second);
  const found = kendall(first, second).value;
  if (found === null) return null;
  const signed = models.map(({ differences }) => differences.filter((d) => d !== 0));
  const spreads = signed.map((own) => Math.sqrt(own.reduce((sum, d) => sum + d * d, 0)));
  const values: number[] = [];
  for (let draw = 0; draw < DRAWS; draw++) {
    const half = signed.map((own, m) => {
      if (own.length > MOST_EXACT) return (spreads[m] * randomNormal(random)) / 2;
      let sum = 0;
      for (const d of own) sum += random() < 0.5 ? d : -d;
      return sum / 2;
    });
    const middle = (m: number) => (first[m] + second[m]) / 2;
    const value = kendall(
      half.map((h, m) => middle(m) - h),
      half.map((h, m) => middle(m) + h),
    ).value;
    if (value !== null) values.push(value);
  }
  if (2 * values.length < DRAWS) return null;
  const low = values.filter((value) => value <= found + ROUNDING).length;
  values.sort((x, y) => x - y);
  return {
    median: quantile(values, 0.5),
    low: quantile(values, 0.05),
    p: (low + 1) / (values.length + 1),
  };
}

const ROUNDING = 1e-9;
