import { logSumExp } from '../../statistics/log-sum-exp.ts';
import type { LikelihoodMetric } from './metrics.ts';
import { optionLength } from './option-length.ts';

/** What the log-likelihoods of the options say. */
export interface LikelihoodScore {
  /** The options that count as the answer, by position: several if they are equal. */
  readonly choices: readonly number[];
  /** In [0, 1]. */
  readonly score: number;
}

/**
 * Scores a single choice by the log-likelihoods l of its options, as lm-evaluation-harness does for tasks of type
 * `multiple_choice` (`lm_eval/api/task.py`, `process_results`), with n the length of an option (option-length.ts):
 *
 * - `acc`: 1 if the key has the greatest l
 * - `acc_norm`, `acc_bytes`: 1 if the key has the greatest l / n
 * - `probability`: exp(l_key) / Σ exp(l), the probability of the key among the options
 *
 * Of n options that are equally great, each counts with its share: the key is worth 1 / n, the expected score of a random choice among them
 * (the harness takes the first). An option of length 0 gives −∞ (or NaN at l = 0, which numpy's argmax prefers).
 * @param loglikelihoods natural logarithms, one per option
 * @param options as they are put after the prompt, without the space before them
 * @param key position of the right option
 */
export function scoreLikelihoods(
  loglikelihoods: readonly number[],
  options: readonly string[],
  key: number,
  metric: LikelihoodMetric,
): LikelihoodScore {
  const values = loglikelihoods.map((l, k) => l / optionLength(options[k], metric));
  const choices = greatest(values);
  const isImpossible = values.every((value) => value === Number.NEGATIVE_INFINITY);
  if (metric !== 'probability' || isImpossible)
    return { choices, score: choices.includes(key) ? 1 / choices.length : 0 };
  const score = Math.exp(loglikelihoods[key] - logSumExp(loglikelihoods));
  // Rounding may lift a certain answer above 1.
  return { choices, score: Math.min(1, score) };
}

/** Values this near to the greatest are equal to it but for the rounding of sums: relative to it, and absolute where it is below 1. */
const EQUAL = 1e-9;

/** The positions of the greatest values: one, unless several are equal. The first NaN is the greatest. */
function greatest(values: readonly number[]): number[] {
  const nan = values.findIndex(Number.isNaN);
  if (nan >= 0) return [nan];
  const most = Math.max(...values);
  const least = most - EQUAL * Math.max(1, Math.abs(most));
  return values.flatMap((value, k) => (value >= least ? [k] : []));
}
