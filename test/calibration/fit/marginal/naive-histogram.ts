import type { ResponseMatrix } from '../../../../src/irt/responses.ts';

const NODES = Float64Array.from({ length: 61 }, (_, k) => -6 + 0.2 * k);
/** Bins as histogram.ts describes them: triangles every half standard deviation, out to five. */
const MIDPOINTS = Array.from({ length: 21 }, (_, b) => -5 + 0.5 * b);
const SHAPES = MIDPOINTS.map((midpoint) => {
  const heights = Array.from(NODES, (x) => Math.max(0, 1 - Math.abs(x - midpoint) / 0.5));
  const sum = heights.reduce((one, height) => one + height, 0);
  return { sum, shares: heights.map((height) => height / sum) };
});

/**
 * A 2PL with a histogram of ability by textbook EM (Bock & Aitkin 1981), nothing accelerated or expanded: the E-step over all
 * nodes, a few Newton steps for each item, mean posteriors for the bins, five examinees of the normal distribution added. The
 * scale is left where EM takes it.
 */
export function naiveHistogram({ examinees, items, scores }: ResponseMatrix, rounds: number) {
  const all = items.length;
  const n = examinees.length;
  const normal = SHAPES.map(({ sum }, b) => sum * Math.exp(-0.5 * MIDPOINTS[b] ** 2));
  const total = normal.reduce((one, share) => one + share, 0);
  let shares = normal.map((share) => share / total);
  const start = shares.slice();
  const patterns = new Map<string, number>();
  for (let i = 0; i < n; i++) {
    const pattern = scores.subarray(i * all, (i + 1) * all).join('');
    patterns.set(pattern, (patterns.get(pattern) ?? 0) + 1);
  }
  const slopes = new Array<number>(all).fill(1);
  const intercepts = new Array<number>(all).fill(0);
  const probability = (j: number, theta: number) =>
    1 / (1 + Math.exp(-slopes[j] * theta - intercepts[j]));
  let logLikelihood = 0;
  for (let round = 0; round < rounds; round++) {
    const weights = Array.from(NODES, (_, k) =>
      SHAPES.reduce((sum, shape, b) => sum + shares[b] * shape.shares[k], 0),
    );
    const table = items.map((_, j) => Array.from(NODES, (theta) => probability(j, theta)));
    const right = items.map(() => new Array<number>(NODES.length).fill(0));
    const present = new Array<number>(NODES.length).fill(0);
    logLikelihood = 0;
    for (const [pattern, count] of patterns) {
      const likelihood = weights.map((weight, k) => {
        let product = weight;
        for (let j = 0; j < all; j++) product *= pattern[j] === '1' ? table[j][k] : 1 - table[j][k];
        return product;
      });
      const mass = likelihood.reduce((sum, value) => sum + value, 0);
      logLikelihood += count * Math.log(mass);
      likelihood.forEach((value, k) => {
        present[k] += (count * value) / mass;
        for (let j = 0; j < all; j++) if (pattern[j] === '1') right[j][k] += (count * value) / mass;
      });
    }
    for (let j = 0; j < all; j++)
      for (let step = 0; step < 3; step++) {
        let [g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0];
        NODES.forEach((theta, k) => {
          const p = probability(j, theta);
          const residual = right[j][k] - present[k] * p;
          const weight = present[k] * p * (1 - p);
          g0 += residual;
          g1 += residual * theta;
          h00 += weight;
          h01 += weight * theta;
          h11 += weight * theta * theta;
        });
        const determinant = h00 * h11 - h01 * h01;
        intercepts[j] += (h11 * g0 - h01 * g1) / determinant;
        slopes[j] += (h00 * g1 - h01 * g0) / determinant;
      }
    shares = shares.map((share, b) => {
      const count = present.reduce(
        (sum, here, k) => sum + (here * share * SHAPES[b].shares[k]) / Math.max(1e-300, weights[k]),
        0,
      );
      return (count + 5 * start[b]) / (n + 5);
    });
  }
  return { logLikelihood, slopes, intercepts };
}
