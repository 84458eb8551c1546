import type { ScoreTarget } from '../cat/robust/score-prediction.ts';
import { mean } from '../statistics/mean.ts';
import { NORMAL_90 } from '../statistics/normal-points.ts';
import { sampleVariance } from '../statistics/sample-variance.ts';
import { studentQuantile } from '../statistics/student-quantile.ts';
import { successiveDifferences } from '../statistics/successive-differences.ts';
import { wilsonInterval } from '../statistics/wilson-interval.ts';
import type { SampleScore } from './design-interval.ts';

/** Few differences can be small by chance: the form counts as at most this many answers per answer. */
const MOST_EFFECTIVE = 1.5;
/** Fractional scores vary at least by this share of what right and wrong answers do. */
const LEAST_DISPERSION = 0.05;

/** A form that was drawn along the line of a bank (`formLine`), or the part of it that was answered. */
export interface AnsweredForm {
  /** In the order of the line, at least one; each in [0, 1]. */
  readonly scores: readonly number[];
  /** Whether these are all of its items; else they are a random part of them. */
  readonly isWhole: boolean;
  /** Number of items of the bank that it was drawn from. */
  readonly from: number;
}

/**
 * The score by the design of the form, without a model of the answers: the plain mean, and Wilson's 90% interval with the number of
 * answers that gives the variance by successive differences. Student's t stands for the normal quantile, because that variance is
 * estimated from few answers. Of a part of the form, it is the variance of a simple random sample.
 *
 * @param target `recorded`: the score on these items, with the factor 1 − n/N of a finite population; `expected`: on items like these
 */
export function formScore(
  { scores, isWhole, from }: AnsweredForm,
  target: ScoreTarget = 'recorded',
): SampleScore {
  const n = scores.length;
  const score = mean(scores);
  const open = target === 'expected' ? 1 : 1 - n / from;
  if (open <= 0) return { score, low: score, high: score };
  if (n < 2) return { score, low: 0, high: 1 };
  const variance = isWhole ? successiveDifferences(scores) : sampleVariance(scores) / n;
  const degrees = isWhole ? Math.max(1, Math.floor((2 * (n - 1)) / 3)) : n - 1;
  const binomial = score * (1 - score);
  const spread = mean(scores.map((u) => u * u)) - score * score;
  const dispersion = binomial > 0 ? Math.max(LEAST_DISPERSION, spread / binomial) : 1;
  // Without variance, as of all right or all wrong, smoothing by the number of answers keeps an interval.
  const known = variance > 0 && binomial > 0 ? binomial / variance : n;
  const answers = Math.min((MOST_EFFECTIVE * n) / dispersion, known) / open;
  const { low, high } = wilsonInterval(
    score,
    answers * (NORMAL_90 / studentQuantile(0.05, degrees)) ** 2,
    NORMAL_90,
  );
  return { score, low: Math.min(score, low), high: Math.max(score, high) };
}
