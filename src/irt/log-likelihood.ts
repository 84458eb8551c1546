import type { Answers } from './answers.ts';
import { logComplement, logProbability } from './log-probability.ts';

/**
 * The log-likelihood of the answers at ability `theta`: Σ u log P + (1 − u) log(1 − P). A sum of logs, so that tens of
 * thousands of answers do not underflow. −Infinity only if an answer is impossible under the model.
 */
export function logLikelihood(theta: number, answers: Answers): number {
  const { a, b, c, d } = answers.items;
  let sum = 0;
  for (let k = 0; k < answers.count; k++) {
    const j = answers.index[k];
    const u = answers.scores[k];
    if (u > 0) sum += u * logProbability(theta, a[j], b[j], c[j], d[j]);
    if (u < 1) sum += (1 - u) * logComplement(theta, a[j], b[j], c[j], d[j]);
  }
  return sum;
}
