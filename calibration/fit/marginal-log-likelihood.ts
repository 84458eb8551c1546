import { type Answers, answersOf } from '../../src/irt/answers.ts';
import { gridOf, stepFor } from '../../src/irt/likelihood-grid.ts';
import { logLikelihood } from '../../src/irt/log-likelihood.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';

/** Abilities are integrated over this range, on a grid this fine at least. */
const REACH = 6;
const COARSEST = 0.1;

/**
 * The marginal log-likelihood of recorded answers under item parameters: Σ log ∫ L(θ) N(θ; 0, 1) dθ over the examinees, and the
 * number of answers. For examinees outside the calibration, its mean per answer shows how well the parameters predict: higher
 * is better, 0 is certainty.
 *
 * @param distribution equally spaced abilities and their probabilities; default N(0, 1)
 */
export function marginalLogLikelihood(
  items: ItemParameters,
  matrix: ResponseMatrix,
  distribution?: { readonly nodes: Float64Array; readonly weights: Float64Array },
): { sum: number; answers: number } {
  const width = matrix.items.length;
  const step = stepFor(items, COARSEST);
  let sum = 0;
  let answers = 0;
  for (let i = 0; i < matrix.examinees.length; i++) {
    const given = answersOf(items, matrix.scores.subarray(i * width, (i + 1) * width));
    if (given.count === 0) continue;
    if (distribution !== undefined) {
      sum += logSum(given, distribution);
      answers += given.count;
      continue;
    }
    const grid = gridOf(given, -REACH, REACH, step);
    let top = Number.NEGATIVE_INFINITY;
    const log = grid.nodes.map((theta, q) => {
      const value = grid.logLikelihood[q] - 0.5 * theta * theta;
      if (value > top) top = value;
      return value;
    });
    let mass = 0;
    for (const value of log) mass += Math.exp(value - top);
    sum += top + Math.log((mass * grid.step) / Math.sqrt(2 * Math.PI));
    answers += given.count;
  }
  return { sum, answers };
}

/** log Σ weights × L(nodes). */
function logSum(
  given: Answers,
  { nodes, weights }: { readonly nodes: Float64Array; readonly weights: Float64Array },
): number {
  const logs = nodes.map((theta, k) => logLikelihood(theta, given) + Math.log(weights[k]));
  const top = logs.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return top + Math.log(logs.reduce((sum, value) => sum + Math.exp(value - top), 0));
}
