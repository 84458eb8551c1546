import { studentQuantile } from '../../src/statistics/student-quantile.ts';
import type { CollectedAnswers } from './collect-answers.ts';
import { influence, visitClusters } from './facet-covariance.ts';
import type { FacetLayout } from './facet-layout.ts';
import type { FacetFit } from './facet-types.ts';

/**
 * Means of the fair scores of each group, with covariances from what each cluster contributes: to the mean itself, and by the parameters to the fair scores of all answers
 * (sandwich of the stacked equations; Stefanski & Boos 2002, American Statistician 56, 29–38). So they have the errors of severities in them, and that posterior means vary less than truths does not make
 * them too small. × C/(C − 1) for C clusters; intervals by Student's t.
 */
export function groupScores(
  layout: FacetLayout,
  { scores, slopes, fair }: CollectedAnswers,
  bread: Float64Array,
  members: readonly (readonly number[])[],
  level: number,
): Omit<FacetFit['groups'], 'means'> {
  const { size, groupCount: G, groups } = layout;
  const counts = new Int32Array(G);
  const means = new Float64Array(G);
  const gradient = new Float64Array(G * size);
  for (let a = 0; a < fair.length; a++) {
    const g = groups[a];
    counts[g]++;
    means[g] += fair[a];
    for (let at = scores.starts[a]; at < scores.starts[a + 1]; at++)
      if (scores.parameters[at] < size) gradient[g * size + scores.parameters[at]] += slopes[at];
  }
  for (let g = 0; g < G; g++) {
    means[g] /= counts[g];
    for (let p = 0; p < size; p++) gradient[g * size + p] /= counts[g];
  }
  const covariance = new Float64Array(G * G);
  const own = new Float64Array(size);
  const parts = new Float64Array(G);
  visitClusters(layout, scores, members, (c, sums, known) => {
    influence(size, bread, sums, known, own);
    for (let g = 0; g < G; g++) {
      let sum = 0;
      for (let p = 0; p < size; p++) sum += gradient[g * size + p] * own[p];
      parts[g] = sum;
    }
    for (const a of members[c])
      parts[groups[a]] += (fair[a] - means[groups[a]]) / counts[groups[a]];
    for (let g = 0; g < G; g++)
      for (let k = 0; k < G; k++) covariance[g * G + k] += parts[g] * parts[k];
  });
  const clusters = members.length;
  const factor = clusters > 1 ? clusters / (clusters - 1) : Number.NaN;
  for (let at = 0; at < covariance.length; at++) covariance[at] *= factor;
  const errors = Float64Array.from(means, (_, g) => Math.sqrt(covariance[g * G + g]));
  const t = clusters > 1 ? studentQuantile((1 - level) / 2, clusters - 1) : Number.NaN;
  const most = layout.counts.categories - 1;
  return {
    fair: means,
    errors,
    counts,
    covariance,
    low: means.map((f, g) => Math.max(0, f - t * errors[g])),
    high: means.map((f, g) => Math.min(most, f + t * errors[g])),
  };
}
