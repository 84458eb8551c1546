import { type RandomStream, randomNormal } from '../random.ts';
import { quantile } from './quantile.ts';

/** Samples that an interval is inverted on: a tail of 5% is known to 0.5%. */
const SAMPLES = 2000;

/** Rounding of a coefficient, as a share of the weight of all pairs. */
const ROUNDING = 1e-9;

/**
 * An interval of the correlation r of a bivariate normal distribution from an order: all r at which neither so high a coefficient of
 * n pairs nor so low a one has a probability below `tail`. It holds with at least 1 − 2·tail, because tests that are inverted are exact
 * but for the error of the samples, and wide enough at ±1, where it ends.
 *
 * A sample is x and z, independent and normal; y = q x + z has the correlation r = q/√(1 + q²) with x. As q rises, a pair turns from
 * discordant to concordant at q = −Δz/Δx, and the coefficient from −1 to 1 by the weight of the pair: 1 for τ, the difference of its
 * ranks in x for ρ. So each sample has one r from which on its coefficient is so high, and one up to which it is so low; the ends are the `tail`
 * quantile of the former and the 1 − `tail` quantile of the latter. Time O(samples · n² log n), at ±1 O(samples · n log n).
 *
 * @param value the coefficient in [−1, 1]
 * @param n pairs, at least two
 * @see Clopper & Pearson (1934), Biometrika 26, 404–413 (inverted tests); Sen (1968), JASA 63, 1379–1389 (τ by the slopes of pairs)
 */
export function orderInterval(
  name: 'kendall' | 'spearman',
  value: number,
  n: number,
  tail: number,
  random: RandomStream,
  samples = SAMPLES,
): { readonly low: number; readonly high: number } {
  const isOneOrder = 1 - Math.abs(value) < ROUNDING;
  const turns = isOneOrder ? nextPairs(n) : allPairs(n, name);
  const total = turns.reduce((sum, { weight }) => sum + weight, 0);
  const reached = (total * (1 + value)) / 2;
  const margin = ROUNDING * total;
  const lows = new Float64Array(samples);
  const highs = new Float64Array(samples);
  const x = new Float64Array(n);
  const z = new Float64Array(n);
  const at = new Float64Array(turns.length);
  const sorted = new Float64Array(turns.length);
  const weights = Float64Array.from(turns, ({ weight }) => weight);
  for (let k = 0; k < samples; k++) {
    for (let i = 0; i < n; i++) x[i] = randomNormal(random);
    for (let i = 0; i < n; i++) z[i] = randomNormal(random);
    x.sort();
    for (let p = 0; p < turns.length; p++) {
      const { i, j } = turns[p];
      at[p] = -(z[j] - z[i]) / (x[j] - x[i]);
    }
    sorted.set(at);
    sorted.sort();
    lows[k] =
      reached <= margin ? -1 : correlationAt(firstAbove(at, weights, sorted, reached - margin));
    highs[k] = correlationAt(firstAbove(at, weights, sorted, reached + margin));
  }
  return {
    low: quantile(lows.sort(), tail),
    high: quantile(highs.sort(), 1 - tail),
  };
}

/** The least q up to which pairs of more than this weight have turned; infinite where all pairs have not. */
function firstAbove(
  at: Float64Array,
  weights: Float64Array,
  sorted: Float64Array,
  weight: number,
): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const q = sorted[middle];
    let sum = 0;
    for (let p = 0; p < at.length; p++) if (at[p] <= q) sum += weights[p];
    if (sum > weight) high = middle;
    else low = middle + 1;
  }
  return low === sorted.length ? Number.POSITIVE_INFINITY : sorted[low];
}

/** The correlation of x and q x + z. */
function correlationAt(q: number): number {
  return q === Number.POSITIVE_INFINITY ? 1 : q / Math.hypot(1, q);
}

/** Two places in the order of x, and the weight of their order in the coefficient. */
interface Turn {
  readonly i: number;
  readonly j: number;
  readonly weight: number;
}

function allPairs(n: number, name: 'kendall' | 'spearman'): Turn[] {
  return Array.from({ length: n }, (_, i) =>
    Array.from({ length: n - i - 1 }, (_, k) => ({
      i,
      j: i + k + 1,
      weight: name === 'kendall' ? 1 : k + 1,
    })),
  ).flat();
}

/** All pairs have one order if and only if neighbours have it. */
function nextPairs(n: number): Turn[] {
  return Array.from({ length: n - 1 }, (_, i) => ({ i, j: i + 1, weight: 1 }));
}
