import type { SeriesPosterior } from './series-posterior.ts';

/** Predicted scores of the checkpoints of a series on the whole bank, in [0, 1]. */
export interface SeriesPrediction {
  /** T. */
  readonly scores: Float64Array;
  /** T × T: covariances of their errors. */
  readonly covariance: Float64Array;
}

/**
 * The score of each checkpoint: its own answers as they were given, and of each other item P̄ plus what the answers of the other
 * checkpoints to the same item let expect of its deviation (best linear prediction). The errors of two checkpoints are related by the
 * abilities and effects, g'Vg, and item by item by the deviations that are not known.
 *
 * @param weights of the items in the full score, adding up to 1
 * @param of the checkpoints that are predicted, all by default: the others stay 0
 * @see Robinson (1991), Statistical Science 6, 15–32, for best linear unbiased prediction
 */
export function predictSeries(
  posterior: SeriesPosterior,
  weights: Float64Array,
  of: readonly number[] = Array.from(posterior.at.keys()),
): SeriesPrediction {
  const { length, size, width, at, covariance: v } = posterior;
  for (const t of of) at[t].placeAll();
  const scores = new Float64Array(length);
  const covariance = new Float64Array(length * length);
  const gradients = new Float64Array(length * size);
  const places = new Int32Array(width);
  const row = new Float64Array(width);
  const histories = new Map(posterior.histories.map((history) => [history.item, history]));
  const never = { times: [], scores: [], pattern: '' };
  const sd = new Float64Array(length);
  for (let j = 0; j < weights.length; j++) {
    const w = weights[j];
    if (w === 0) continue;
    const { times, scores: given, pattern } = histories.get(j) ?? never;
    const m = times.length;
    const { weights: expected, rest } = posterior.correlationsOf(times, pattern);
    for (const t of times) at[t].place(j);
    for (const t of times) sd[t] = posterior.deviation(t, j);
    for (const t of of) sd[t] = posterior.deviation(t, j);
    const residuals = times.map((t, r) => (given[r] - at[t].probability[j]) / sd[t]);
    for (const t of of) {
      let u = at[t].probability[j];
      for (let r = 0; r < m; r++) u += sd[t] * expected[m * t + r] * residuals[r];
      scores[t] += w * Math.min(1, Math.max(0, u));
      posterior.gradient(t, j, places, row);
      for (let d = 0; d < width; d++) gradients[size * t + places[d]] += w * row[d];
      for (const s of of)
        covariance[length * t + s] += w * w * sd[t] * sd[s] * rest[length * t + s];
    }
    for (let r = 0; r < m; r++) {
      posterior.gradient(times[r], j, places, row);
      for (const t of of) {
        const share = (w * expected[m * t + r] * sd[t]) / sd[times[r]];
        for (let d = 0; d < width; d++) gradients[size * t + places[d]] -= share * row[d];
      }
    }
  }
  const moved = new Float64Array(size);
  for (const t of of) {
    for (let d = 0; d < size; d++) {
      let sum = 0;
      for (let e = 0; e < size; e++) sum += v[size * d + e] * gradients[size * t + e];
      moved[d] = sum;
    }
    for (const s of of) {
      let sum = covariance[length * t + s];
      for (let d = 0; d < size; d++) sum += moved[d] * gradients[size * s + d];
      covariance[length * t + s] = sum;
    }
  }
  return { scores, covariance };
}
