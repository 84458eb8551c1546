/** A property of items with a few values, such as a tag: −1 where an item has none of them. */
export interface ItemFeature {
  readonly values: number;
  /** Of the calibrated items. */
  readonly codes: ArrayLike<number>;
  /** Of the items to predict. */
  readonly of: ArrayLike<number>;
}

export interface PredictedDifficulty {
  /** One entry per item to predict. */
  readonly means: Float64Array;
  /** What the features leave open: the standard deviation of the calibrated items around their predictions. */
  readonly sd: number;
}

/** Difficulties beyond this say only that nearly all or none were right. */
const FURTHEST = 4;
/** No prediction is surer than that, whatever few items agree on. */
const LEAST_SD = 0.3;

/**
 * The difficulty of new items by the calibrated items with the same values. Each feature in turn takes of what the features before it
 * leave the shrunken mean of each value, n·r̄/(n + σ²/τ²): the best linear prediction if values have effects of variance τ² and items a
 * variance σ² around them, both estimated from mean squares. A value that no calibrated item has adds nothing.
 * @see Searle, Casella & McCulloch (1992), Variance Components (one-way classification, unbalanced data)
 */
export function predictDifficulty(
  b: ArrayLike<number>,
  features: readonly ItemFeature[],
  count: number,
): PredictedDifficulty {
  const left = Float64Array.from(b, (value) => Math.max(-FURTHEST, Math.min(FURTHEST, value)));
  const n = left.length;
  const mean = n === 0 ? 0 : left.reduce((sum, value) => sum + value, 0) / n;
  for (let j = 0; j < n; j++) left[j] -= mean;
  const means = new Float64Array(count).fill(mean);
  for (const feature of features) {
    const effects = effectsOf(left, feature);
    for (let j = 0; j < n; j++) left[j] -= effects[feature.codes[j]] ?? 0;
    for (let k = 0; k < count; k++) means[k] += effects[feature.of[k]] ?? 0;
  }
  const variance = left.reduce((sum, value) => sum + value * value, 0) / Math.max(1, n - 1);
  return { means, sd: n < 2 ? 1 : Math.max(LEAST_SD, Math.sqrt(variance)) };
}

/** The shrunken means of the values; all 0 if they differ no more than chance explains. */
function effectsOf(left: Float64Array, { values, codes }: ItemFeature): Float64Array {
  const counts = new Float64Array(values);
  const sums = new Float64Array(values);
  let total = 0;
  let squares = 0;
  for (let j = 0; j < left.length; j++) {
    const code = codes[j];
    if (code < 0) continue;
    counts[code]++;
    sums[code] += left[j];
    total++;
    squares += left[j] * left[j];
  }
  const used = counts.reduce((sum, count) => sum + Number(count > 0), 0);
  const effects = new Float64Array(values);
  if (used < 2 || total <= used) return effects;
  const whole = sums.reduce((sum, value) => sum + value, 0) / total;
  let between = 0;
  let ofCounts = 0;
  for (let v = 0; v < values; v++) {
    if (counts[v] === 0) continue;
    between += counts[v] * (sums[v] / counts[v] - whole) ** 2;
    ofCounts += (counts[v] * counts[v]) / total;
  }
  const within = Math.max(0, squares - total * whole * whole - between) / (total - used);
  const effectVariance = (between / (used - 1) - within) / ((total - ofCounts) / (used - 1));
  if (!(effectVariance > 0)) return effects;
  for (let v = 0; v < values; v++)
    if (counts[v] > 0) effects[v] = sums[v] / (counts[v] + within / effectVariance);
  return effects;
}
