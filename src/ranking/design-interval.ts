import type { ScoreTarget } from '../cat/robust/score-prediction.ts';
import { NORMAL_90 } from '../statistics/normal-points.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';

/** A score estimated from a random sample of items alone, with its 90% interval. */
export interface SampleScore {
  readonly score: number;
  readonly low: number;
  readonly high: number;
}

/** Smoothing of a stratum's share right towards the whole sample's, in answers. */
const PRIOR_ANSWERS = 2;

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
  strata: readonly {
    readonly weight: number;
    readonly size: number;
    readonly drawn: number;
    readonly sum: number;
    readonly squares: number;
  }[],
  target: ScoreTarget = 'recorded',
): SampleScore {
  const seen = strata.filter((stratum) => stratum.drawn > 0);
  if (seen.length === 0) return { score: 0.5, low: 0, high: 1 };
  const known = seen.reduce((sum, stratum) => sum + stratum.weight, 0);
  let score = 0;
  for (const { weight, drawn, sum } of seen) score += ((weight / known) * sum) / drawn;
  let variance = 0;
  let fractions = 0;
  let binary = 0;
  let answers = 0;
  for (const { weight, size, drawn, sum, squares } of seen) {
    const p = (sum + PRIOR_ANSWERS * score) / (drawn + PRIOR_ANSWERS);
    const left = size > 1 ? (size - drawn) / (size - 1) : 0;
    const open = target === 'expected' ? 1 : left;
    variance += ((weight / known) ** 2 * open * p * (1 - p)) / drawn;
    fractions += sum - squares;
    binary += drawn * p * (1 - p);
    answers += drawn;
  }
  const binomial = score * (1 - score);
  // Fractional scores vary less than 0/1 answers of the same means: by this factor.
  const dispersion = binary > 0 ? Math.max(0.05, 1 - fractions / binary) : 1;
  const everything = seen.length === strata.length && seen.every((s) => s.drawn === s.size);
  if (everything && target === 'recorded') return { score, low: score, high: score };
  // If all are right or all wrong, smoothing by the sample size alone keeps the variance above 0.
  const effective = variance > 0 && binomial > 0 ? binomial / (variance * dispersion) : answers;
  const { low, high } = wilsonInterval(score, effective, NORMAL_90);
  // If all are right or all wrong, one end is the score itself, apart from rounding.
  return { score, low: Math.min(score, low), high: Math.max(score, high) };
}
