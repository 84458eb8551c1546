import type { ItemPosteriors } from './item-posteriors.ts';

/** The range of abilities for the curve, and their number. */
const REACH = 3;
const POINTS = 25;
const DENSITY = Float64Array.from({ length: POINTS }, (_, k) =>
  Math.exp(-0.5 * (-REACH + (2 * REACH * k) / (POINTS - 1)) ** 2),
);
/** Powers e^z are not computed beyond this z. */
const FAR = 300;

/**
 * The three-parameter curve nearest to each item's expected curve P̄(θ) = E[P(θ) | calibration], the curve for a new examinee,
 * because P̄ is the likelihood of a single answer. It is flatter than the curve at the mode, and more so if less is known about
 * the item. So an item that seems to discriminate well by chance gets no undue weight.
 *
 * c is the posterior mean of guessing; a and δ are those of the line aθ + δ nearest to logit[(P̄ − c)/(1 − c)], weighted by
 * σ(1 − σ) and a standard normal density of abilities.
 *
 * @returns log a, δ and c, one entry per item
 */
export function expectedCurves(items: ItemPosteriors): {
  logA: Float64Array;
  delta: Float64Array;
  c: Float64Array;
} {
  const { nodes, nodeA, nodeDelta, nodeC, weight } = items;
  const count = items.logA.length;
  const logA = new Float64Array(count);
  const delta = new Float64Array(count);
  const c = new Float64Array(count);
  const step = (2 * REACH) / (POINTS - 1);
  const up = new Float64Array(POINTS);
  const down = new Float64Array(POINTS);
  for (let j = 0; j < count; j++) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let y0 = 0;
    let y1 = 0;
    for (let q = nodes * j; q < nodes * (j + 1); q++) c[j] += weight[q] * nodeC[q];
    // (P̄ − c) = Σ w [c_q + (1 − c_q)σ] − c = Σ w (1 − c_q)σ; (1 − c) − that is the rest.
    up.fill(0);
    down.fill(0);
    for (let q = nodes * j; q < nodes * (j + 1); q++) {
      const a = nodeA[q];
      const delta = nodeDelta[q];
      const rest = weight[q] * (1 - nodeC[q]);
      if (Math.abs(delta) + a * REACH < FAR) {
        // e^z at equally spaced abilities is a geometric sequence: two exponentials a node.
        const ratio = Math.exp(a * step);
        let odds = Math.exp(delta - a * REACH);
        for (let k = 0; k < POINTS; k++, odds *= ratio) {
          const part = rest / (1 + odds);
          up[k] += odds * part;
          down[k] += part;
        }
      } else
        for (let k = 0; k < POINTS; k++) {
          const z = a * (k * step - REACH) + delta;
          const t = Math.exp(-Math.abs(z));
          const part = rest / (1 + t);
          up[k] += z >= 0 ? part : t * part;
          down[k] += z >= 0 ? t * part : part;
        }
    }
    for (let k = 0; k < POINTS; k++) {
      const theta = k * step - REACH;
      const p = up[k] / (1 - c[j]);
      const weightHere = p * (1 - p) * DENSITY[k];
      const logit = Math.log(up[k] / down[k]);
      s0 += weightHere;
      s1 += weightHere * theta;
      s2 += weightHere * theta * theta;
      y0 += weightHere * logit;
      y1 += weightHere * logit * theta;
    }
    const slope = (s0 * y1 - s1 * y0) / (s0 * s2 - s1 * s1);
    // A curve that jumps from 0 to 1 between two points has weight at none; it is known exactly, so use its mean parameters.
    const isFollowed = Number.isFinite(slope) && slope > 0;
    logA[j] = isFollowed ? Math.log(slope) : items.logA[j];
    delta[j] = isFollowed ? (y0 - slope * s1) / s0 : items.delta[j];
  }
  return { logA, delta, c };
}
