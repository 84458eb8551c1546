import type { NormalPrior } from '../../../src/irt/estimate/estimate.ts';
import type { ItemParameters } from '../../../src/irt/parameters.ts';
import { probability } from '../../../src/irt/probability.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { factorPositive } from '../../../src/irt/small-cholesky.ts';
import { chiSquareTail } from '../../../src/statistics/chi-square-tail.ts';
import { innerProduct } from '../../../src/statistics/inner-product.ts';
import type { EstimatedParameters, Finding, MarginFit } from './bank-diagnosis.ts';
import { type ParameterSlope, parameterSlopes } from './item-slopes.ts';
import { type PriorGrid, priorGrid } from './prior-grid.ts';
import { rmsea } from './rmsea.ts';

/** A margin with less variance of its own than this share is determined by the others. */
const LEAST_PIVOT = 1e-11;
/** A parameter whose effect on the margins is, but for this share, one of the parameters before it. */
const LEAST_EFFECT = 1e-7;

/**
 * M2: with e the differences between the shares of right answers to each item and to each pair of items and what the model
 * implies, Ξ their covariance per examinee, and Δ the derivatives of the margins by the estimated parameters,
 *
 *     M2 = N e'Ce,   C = Ξ⁻¹ − Ξ⁻¹Δ(Δ'Ξ⁻¹Δ)⁻¹Δ'Ξ⁻¹,
 *
 * about χ² with as many degrees of freedom as there are margins beyond independent parameters. With Ξ = LL', M2 is N times the
 * squared length of L⁻¹e after its part along L⁻¹Δ is taken away.
 *
 * @param matrix complete, answers 0 and 1
 * @param prior distribution of ability; its standard deviation counts as estimated if slopes are `common`
 * @see Maydeu-Olivares & Joe (2005), JASA 100, 1009–1020, and (2006), Psychometrika 71, 713–732
 */
export function marginFit(
  matrix: ResponseMatrix,
  items: ItemParameters,
  prior: NormalPrior,
  estimated: EstimatedParameters,
): Finding<MarginFit> {
  const n = matrix.examinees.length;
  const margins = marginsOf(items, priorGrid(items, prior));
  const size = margins.count;
  const root = covarianceOf(margins);
  factorPositive(root, size);
  for (let r = 0; r < size; r++)
    if (!(root[(size + 1) * r] ** 2 > LEAST_PIVOT))
      return none('some items are so easy or so hard that their pairs follow from the items alone');
  const left = residuals(matrix, margins);
  whiten(root, size, left);
  const basis: Float64Array[] = [];
  for (const slope of parameterSlopes(items, estimated)) {
    const effect = effectOf(margins, slope);
    whiten(root, size, effect);
    const length = Math.sqrt(innerProduct(effect, effect));
    // Twice: once leaves rounding along the basis.
    for (let pass = 0; pass < 2; pass++) for (const unit of basis) project(effect, unit);
    const own = Math.sqrt(innerProduct(effect, effect));
    if (!(own > LEAST_EFFECT * length)) continue;
    for (let r = 0; r < size; r++) effect[r] /= own;
    basis.push(effect);
  }
  for (const unit of basis) project(left, unit);
  const df = size - basis.length;
  if (df < 1)
    return none(
      `${items.count} items have ${size} margins, as many as parameters (${basis.length}): nothing is left to test`,
    );
  const m2 = n * innerProduct(left, left);
  const { rmsea: error, interval } = rmsea(m2, df, n);
  return {
    value: {
      m2,
      df,
      p: chiSquareTail(m2, df),
      rmsea: error,
      rmseaInterval: interval,
      parameters: basis.length,
    },
    reason: null,
  };
}

function none(reason: string): Finding<MarginFit> {
  return { value: null, reason };
}

/** Items and pairs of items, each a margin, and the curves at the nodes of the prior. */
interface Margins {
  readonly items: number;
  /** J + J(J − 1)/2: items, then pairs. */
  readonly count: number;
  /** The two items of each margin; the second is −1 for an item alone. */
  readonly first: Int16Array;
  readonly second: Int16Array;
  readonly grid: PriorGrid;
  /** Margins × nodes: P of an item, or the product of the two of a pair. */
  readonly curves: Float64Array;
  /** Expected shares of right answers. */
  readonly expected: Float64Array;
}

function marginsOf(items: ItemParameters, grid: PriorGrid): Margins {
  const { count: width, a, b, c, d } = items;
  const count = (width * (width + 1)) / 2;
  const { nodes, weights } = grid;
  const q = nodes.length;
  const first = new Int16Array(count);
  const second = new Int16Array(count).fill(-1);
  const curves = new Float64Array(count * q);
  for (let j = 0; j < width; j++) {
    first[j] = j;
    for (let k = 0; k < q; k++) curves[j * q + k] = probability(nodes[k], a[j], b[j], c[j], d[j]);
  }
  let m = width;
  for (let i = 0; i < width; i++)
    for (let j = i + 1; j < width; j++, m++) {
      first[m] = i;
      second[m] = j;
      for (let k = 0; k < q; k++) curves[m * q + k] = curves[i * q + k] * curves[j * q + k];
    }
  const expected = new Float64Array(count);
  for (let s = 0; s < count; s++)
    for (let k = 0; k < q; k++) expected[s] += weights[k] * curves[s * q + k];
  return { items: width, count, first, second, grid, curves, expected };
}

/** Lower triangle of the covariance of the margins of one examinee's answers. */
function covarianceOf({ count, first, second, grid, curves, expected }: Margins): Float64Array {
  const q = grid.nodes.length;
  const covariance = new Float64Array(count * count);
  const weighted = new Float64Array(q);
  for (let s = 0; s < count; s++) {
    const [i, j] = [first[s], second[s]];
    for (let k = 0; k < q; k++) weighted[k] = grid.weights[k] * curves[s * q + k];
    for (let t = 0; t <= s; t++) {
      // Items of t that are in s add nothing to all being right.
      const hasFirst = first[t] === i || first[t] === j;
      const hasSecond = second[t] === -1 || second[t] === i || second[t] === j;
      let both = 0;
      if (hasFirst && hasSecond) both = expected[s];
      else {
        const rest = hasFirst ? second[t] : hasSecond ? first[t] : t;
        for (let k = 0; k < q; k++) both += weighted[k] * curves[rest * q + k];
      }
      covariance[count * s + t] = both - expected[s] * expected[t];
    }
  }
  return covariance;
}

/** Observed shares of right answers minus expected ones. */
function residuals(
  { scores, examinees }: ResponseMatrix,
  { items, count, first, second, expected }: Margins,
): Float64Array {
  const n = examinees.length;
  const shares = new Float64Array(count);
  for (let i = 0; i < n; i++)
    for (let s = 0; s < count; s++) {
      const u = scores[i * items + first[s]];
      shares[s] += second[s] === -1 ? u : u * scores[i * items + second[s]];
    }
  return shares.map((sum, s) => sum / n - expected[s]);
}

/** The derivatives of all margins by one parameter. */
function effectOf({ count, first, second, grid, curves }: Margins, { item, at }: ParameterSlope) {
  const { nodes, weights } = grid;
  const q = nodes.length;
  const effect = new Float64Array(count);
  /** Weighted derivatives of the items, by item. */
  const slopes = new Map<number, Float64Array>();
  const slopeOf = (j: number) => {
    const known = slopes.get(j);
    if (known !== undefined) return known;
    const slope = nodes.map((theta, k) => weights[k] * at(theta, j));
    slopes.set(j, slope);
    return slope;
  };
  for (let s = 0; s < count; s++)
    for (const [j, other] of [
      [first[s], second[s]],
      [second[s], first[s]],
    ]) {
      if (j === -1 || (item !== null && j !== item)) continue;
      const slope = slopeOf(j);
      for (let k = 0; k < q; k++)
        effect[s] += slope[k] * (other === -1 ? 1 : curves[other * q + k]);
    }
  return effect;
}

/** Overwrites x with L⁻¹x. */
function whiten(root: Float64Array, size: number, x: Float64Array): void {
  for (let r = 0; r < size; r++) {
    let sum = x[r];
    for (let s = 0; s < r; s++) sum -= root[size * r + s] * x[s];
    x[r] = sum / root[(size + 1) * r];
  }
}

/** Takes away from x its part along a vector of length 1. */
function project(x: Float64Array, unit: Float64Array): void {
  const along = innerProduct(x, unit);
  for (let r = 0; r < x.length; r++) x[r] -= along * unit[r];
}
