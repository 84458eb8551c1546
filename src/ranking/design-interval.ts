import type { ScoreTarget } from '../cat/robust/score-prediction.ts';
import { NORMAL_90 } from '../statistics/normal-points.ts';
import {
  type SampledStratum,
  stratifiedMean,
  stratifiedVariance,
} from '../statistics/stratified-sample.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';

/** A score estimated from a random sample of items alone, with its 90% interval. */
export interface SampleScore {
  readonly score: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The plain estimate of a score from randomly drawn items: the weighted mean of the strata's means (one stratum where
 * the score is the mean over items), and its design-based interval of a finite population: Wilson's interval with the
 * number of answers that gives the stratified variance Σ W² (1 − n/N) p(1 − p)/n. No model of the answers is involved.
 *
 * @param target `expected`: the interval of the expected score on an unlimited number of items like these: without 1 − n/N, so
 * that an error remains even after asking the whole bank
 * @param strata one entry per stratum: its weight (adding up to 1), items in it, items drawn, and Σ u and Σ u² of those; strata
 * without drawn items get the mean of the others; if none has any, nothing is known: a half, from 0 to 1
 * @see Cochran (1977), Sampling Techniques, ch. 2 and 5; Wilson (1927), JASA 22, 209–212
 */
export function sampleScore(
  strata: readonly SampledStratum[],
  target: ScoreTarget = 'recorded',
): SampleScore {
  if (strata.every(({ drawn }) => drawn === 0)) return { score: 0.5, low: 0, high: 1 };
  const score = stratifiedMean(strata);
  const population = target === 'expected' ? 'unlimited' : 'finite';
  const variance = stratifiedVariance(strata, score, population);
  const binomial = score * (1 - score);
  if (target === 'recorded' && strata.every((s) => s.drawn > 0 && s.drawn === s.size))
    return { score, low: score, high: score };
  // If all are right or all wrong, smoothing by the sample size alone keeps the variance above 0.
  const effective =
    variance > 0 && binomial > 0
      ? binomial / variance
      : strata.reduce((answers, { drawn }) => answers + drawn, 0);
  const { low, high } = wilsonInterval(score, effective, NORMAL_90);
  // If all are right or all wrong, one end is the score itself, apart from rounding.
  return { score, low: Math.min(score, low), high: Math.max(score, high) };
}
