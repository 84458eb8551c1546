import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { RecordedExaminee } from '../../src/ranking/recorded-test.ts';
import type { Clusters } from './k-means.ts';

/**
 * Items as points: (a, −ab), one row per item. For an ability drawn from N(0, 1) the squared distance of two points is the mean
 * squared difference of the items' logits a(θ − b), so close items get similar answers.
 */
export function embedItems({ count, a, b }: ItemParameters): Float64Array {
  const points = new Float64Array(2 * count);
  for (let j = 0; j < count; j++) {
    points[2 * j] = a[j];
    points[2 * j + 1] = -a[j] * b[j];
  }
  return points;
}

/** The items of each cluster, nearest to its centre first; equal distances in the order of the bank. */
export function byDistance({ of, distance, centres }: Clusters, dimensions: number): number[][] {
  const lists: number[][] = Array.from({ length: centres.length / dimensions }, () => []);
  of.forEach((c, j) => {
    lists[c].push(j);
  });
  for (const list of lists) list.sort((i, j) => distance[i] - distance[j] || i - j);
  return lists;
}

/**
 * The anchors of an examinee: from each cluster the answered item nearest to its centre, with the cluster's share of the full
 * score (of the items that the examinee answered) as its weight. A cluster without an answer has no anchor.
 *
 * @returns weights that add up to 1
 */
export function anchorsOf(
  { scores, weights }: RecordedExaminee,
  clusters: readonly (readonly number[])[],
): { items: number[]; weights: number[] } {
  const items: number[] = [];
  const shares: number[] = [];
  for (const cluster of clusters) {
    const anchor = cluster.find((j) => !Number.isNaN(scores[j]));
    if (anchor === undefined) continue;
    items.push(anchor);
    shares.push(cluster.reduce((sum, j) => sum + weights[j], 0));
  }
  return { items, weights: shares };
}

/**
 * The variance of the weighted anchor mean, Σ_c W_c² s_c², with s_c² the variance of an examinee's answers within a cluster,
 * whose anchor stands for all of it; the mean over examinees. Each cluster gets one pseudo-answer with a share right half-way
 * to ½, because a new item may differ even if all examinees gave equal answers to a few items.
 */
export function anchorVariance(
  examinees: readonly RecordedExaminee[],
  clusters: readonly (readonly number[])[],
): number {
  let total = 0;
  for (const { scores, weights } of examinees)
    for (const cluster of clusters) {
      let share = 0;
      let sum = 0;
      let squares = 0;
      let count = 0;
      for (const j of cluster) {
        if (Number.isNaN(scores[j])) continue;
        count++;
        share += weights[j];
        sum += weights[j] * scores[j];
        squares += weights[j] * scores[j] * scores[j];
      }
      if (share === 0) continue;
      // W² s² with s² = Σwu²/W − (Σwu/W)².
      const within = Math.max(0, share * squares - sum * sum);
      const smoothed = ((sum / share) * count + 0.5) / (count + 1);
      total += (count * within + share * share * smoothed * (1 - smoothed)) / (count + 1);
    }
  return total / examinees.length;
}
