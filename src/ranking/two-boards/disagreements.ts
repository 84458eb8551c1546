import { holm } from '../../statistics/holm.ts';
import { mean } from '../../statistics/mean.ts';
import { median } from '../../statistics/median.ts';
import { midRanks } from '../../statistics/mid-ranks.ts';
import { normalTail } from '../../statistics/normal-tail.ts';
import { passingBablok } from '../../statistics/passing-bablok.ts';
import { sampleVariance } from '../../statistics/sample-variance.ts';
import type { TwoScores } from './true-scores.ts';

/** How differently two rankings see a model. */
export interface Disagreement {
  /** Ranks among the models of both, 1 for the highest score; equal scores share the mean of their ranks. */
  readonly firstRank: number;
  readonly secondRank: number;
  /** The first score minus the second, brought to the scale of the first: in units of the first score. */
  readonly difference: number;
  /** Its standard error; 0 if neither score has an error. */
  readonly se: number;
  /** Holm's adjusted p that the difference is due to the errors; null if an error is not known. */
  readonly p: number | null;
}

/**
 * The true spread is at least this share of the measured variance: below it, the errors leave no scale to compare on, and
 * nothing would exceed them.
 */
const LEAST_RELIABILITY = 0.2;

/** The share of the variance of measured scores that is not error: 1 − mean(se²)/s², at least 0. @see Lord & Novick (1968), section 3.4 */
export function reliability(scores: Float64Array, errors: Float64Array): number {
  const errorVariance = mean(errors.map((se) => se ** 2));
  return Math.max(0, 1 - errorVariance / sampleVariance(scores));
}

/**
 * Each model's first score minus the second one on the scale of the first: both scores are divided by the standard deviation of
 * their true scores, √(s² − mean(se²)), and the line of Passing and Bablok relates them, which one model that moved hardly changes.
 * The standard error combines both scores' own errors; that of the line is left out. p is the larger one of this difference and of that
 * between the scores divided by their spreads, less its median.
 *
 * @param areKnown whether the errors of each side are known; unknown ones are 0
 * @returns one entry per model, in their order
 */
export function disagreements(
  { x, y, xError, yError }: TwoScores,
  areKnown: readonly [boolean, boolean],
): Disagreement[] {
  const n = x.length;
  const spread = (scores: Float64Array, errors: Float64Array) =>
    Math.sqrt(sampleVariance(scores) * Math.max(LEAST_RELIABILITY, reliability(scores, errors)));
  const [spreadX, spreadY] = [spread(x, xError), spread(y, yError)];
  const rankX = midRanks(x.map((value) => -value));
  const rankY = midRanks(y.map((value) => -value));
  const u = x.map((value) => value / spreadX);
  const v = y.map((value) => value / spreadY);
  const line = passingBablok(u, v);
  // Without a rising line, the spreads alone compare the scales.
  const slope = line?.slope ?? 1;
  const intercept = line?.intercept ?? median(v.map((value, i) => value - u[i]));
  const scale = (slope * spreadY) / spreadX;
  const expected = v.map((value) => (spreadX * (value - intercept)) / slope);
  const difference = x.map((value, i) => value - expected[i]);
  const se = xError.map((error, i) => Math.hypot(error, yError[i] / scale));
  const areAllKnown = areKnown[0] && areKnown[1];
  // The spreads alone compare scales too: one model that moved shifts them, but unequal errors do not, as they do the line.
  const apart = u.map((value, i) => value - v[i]);
  const usual = median(apart);
  const p = holm(
    difference.map((d, i) =>
      Math.max(
        twoSided(d, se[i]),
        twoSided(apart[i] - usual, Math.hypot(xError[i] / spreadX, yError[i] / spreadY)),
      ),
    ),
  );
  return Array.from({ length: n }, (_, i) => ({
    firstRank: rankX[i],
    secondRank: rankY[i],
    difference: difference[i],
    se: se[i],
    p: areAllKnown ? p[i] : null,
  }));
}

function twoSided(difference: number, se: number): number {
  if (se === 0) return difference === 0 ? 1 : 0;
  return Math.min(1, 2 * normalTail(Math.abs(difference) / se));
}
