import { logSumExp } from '../../statistics/log-sum-exp.ts';
import { indexOfMax } from './index-of-max.ts';
import type { LikelihoodMetric } from './metrics.ts';
import { optionLength } from './option-length.ts';

/** What the log-likelihoods of the options say. */
export interface LikelihoodScore {
  /** The option that counts as the answer, by position. */
  readonly choice: number;
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
 * Of equal options the first counts, so a tie is right only if the key comes first. An option of length 0 gives −∞ (or NaN at l = 0,
 * which numpy's argmax prefers).
 * @param loglikelihoods natural logarithms, one per option, at least one of them above −∞
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
  const choice = indexOfMax(values);
  if (metric !== 'probability') return { choice, score: choice === key ? 1 : 0 };
  const score = Math.exp(loglikelihoods[key] - logSumExp(loglikelihoods));
  // Rounding may lift a certain answer above 1.
  return { choice, score: Math.min(1, score) };
}
