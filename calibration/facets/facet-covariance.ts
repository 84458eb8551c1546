import { invertSymmetric } from '../../src/statistics/invert-symmetric.ts';
import type { FacetLayout } from './facet-layout.ts';
import { expandMatrix, freePositions, reduceMatrix } from './sum-zero.ts';

/** Scores (derivatives of the log-likelihood) of each answer, as lists of the parameters that it has. */
export interface AnswerScores {
  readonly starts: Int32Array;
  readonly parameters: Int32Array;
  readonly values: Float64Array;
}

/** The inverse of the information with the priors, for all parameters: the bread of the sandwich, and the covariances if the model is true. */
export function modelCovariance(
  layout: FacetLayout,
  information: Float64Array,
  precision: Float64Array,
): Float64Array {
  const h = information.slice();
  for (let p = 0; p < layout.size; p++) h[p * layout.size + p] += precision[p];
  const free = freePositions(layout);
  const { inverse } = invertSymmetric(reduceMatrix(layout, free, h), free.length);
  return expandMatrix(layout, free, inverse);
}

/** Sums of scores by cluster, visited one after the other: a dense vector over all parameters, and which of them are not 0. */
export function visitClusters(
  layout: FacetLayout,
  scores: AnswerScores,
  members: readonly (readonly number[])[],
  visit: (cluster: number, sums: Float64Array, known: readonly number[]) => void,
): void {
  const sums = new Float64Array(layout.all);
  const isKnown = new Uint8Array(layout.all);
  members.forEach((answers, c) => {
    const known: number[] = [];
    for (const a of answers)
      for (let at = scores.starts[a]; at < scores.starts[a + 1]; at++) {
        const p = scores.parameters[at];
        if (isKnown[p] === 0) {
          isKnown[p] = 1;
          known.push(p);
        }
        sums[p] += scores.values[at];
      }
    visit(c, sums, known);
    for (const p of known) {
      sums[p] = 0;
      isKnown[p] = 0;
    }
  });
}

/** V g for the scores of a cluster: what it contributes to the error of each parameter. */
export function influence(
  size: number,
  bread: Float64Array,
  sums: Float64Array,
  known: readonly number[],
  to: Float64Array,
): void {
  to.fill(0);
  for (const q of known) {
    if (q >= size) continue;
    const g = sums[q];
    // Bread is symmetric: its row is its column.
    for (let p = 0; p < size; p++) to[p] += bread[q * size + p] * g;
  }
}
