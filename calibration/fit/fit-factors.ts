import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { ATTENUATION } from '../../src/irt/attenuation.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { sharesRight } from '../../src/irt/shares-right.ts';
import { invertPositive, solvePositive } from '../../src/irt/small-cholesky.ts';
import { firstEqualItems } from './equal-items.ts';

/**
 * A logistic factor model of a bank: P(right) = c + (1 − c)σ(δ + a·θ), abilities θ of K dimensions, with the posterior of
 * every item's coefficients (δ, a) given the calibration.
 */
export interface FactorModel {
  /** Number of dimensions K. */
  readonly dimensions: number;
  /** J × (K + 1): δ, then a. */
  readonly coefficients: Float64Array;
  /** J × (K + 1)²: posterior covariances of the coefficients. */
  readonly covariances: Float64Array;
  /** Guessing, one entry per item. */
  readonly guessing: Float64Array;
  /** N × K abilities of the calibration's examinees, of mean 0 and covariance 1. */
  readonly abilities: Float64Array;
  readonly rounds: number;
  readonly converged: boolean;
}

export interface FactorOptions {
  readonly dimensions: number;
  /** Guessing of each item, assumed known. */
  readonly guessing: Float64Array;
  readonly maxRounds?: number;
  /** Converged if no ability changes by more than this in a round. */
  readonly tolerance?: number;
}

/** Newton steps of the items, and of the abilities, in one round. */
const STEPS = 2;
/** The largest step of a coefficient, and of an ability. */
const LONGEST_ITEM_STEP = 1.5;
const LONGEST_ABILITY_STEP = 0.7;
/** Precision of the abilities' prior: it matters only if answers are few. */
const ABILITY_PRECISION = 0.1;
/** Least variance of the coefficients' prior. */
const LEAST_VARIANCE = 1e-4;
/**
 * Fits the factor model to few examinees and many items: the items' coefficients have a normal prior with a full covariance
 * that is learned from the data, and are integrated out by a normal approximation centred at their mean, where the expected
 * gradient of the log-posterior is zero. Centred at the mode, curves of items that all or none of a dozen examinees got right
 * would be too close to ½. The abilities maximise the likelihood of the attenuated curves and are whitened over the examinees.
 *
 * Starts from the leading components of the residual scores. Rotations of θ change no prediction.
 *
 * @see Chalmers (2012), Journal of Statistical Software 48(6), for the model; Opper & Archambeau (2009), Neural Computation
 * 21, 786–792, for the approximation; MacKay (1992), Neural Computation 4, 720–736, for the attenuation
 */
export function fitFactors(matrix: ResponseMatrix, options: FactorOptions): FactorModel {
  const { dimensions, guessing, maxRounds = 20, tolerance = 0.02 } = options;
  const n = matrix.examinees.length;
  const items = matrix.items.length;
  const size = dimensions + 1;
  const share = sharesRight(matrix);
  const abilities = leadingComponents(matrix, share, dimensions);
  whiten(abilities, n, dimensions);
  const coefficients = new Float64Array(items * size);
  const covariances = new Float64Array(items * size * size);
  for (let j = 0; j < items; j++) {
    const beyond = Math.min(0.97, Math.max(0.03, (share[j] - guessing[j]) / (1 - guessing[j])));
    coefficients[size * j] = Math.log(beyond / (1 - beyond));
    coefficients[size * j + 1] = START_SLOPE;
  }
  const mean = new Float64Array(size);
  mean[1] = START_SLOPE;
  let prior = Float64Array.from({ length: size * size }, (_, k) =>
    k % (size + 1) === 0 ? (k === 0 ? 2 : k === size + 1 ? 0.4 : 0.2) : 0,
  );
  const columns = { examinees: n, items, matrices: [matrix.scores] };
  const first = firstEqualItems(columns, 0, items, (j, k) => guessing[j] === guessing[k]);
  const model: Working = { n, items, size, first, coefficients, covariances, guessing, abilities };
  const before = new Float64Array(abilities.length);
  let rounds = 0;
  let change = Number.POSITIVE_INFINITY;
  for (;;) {
    itemRound(matrix, model, mean, invertPositive(prior, size));
    prior = learnPrior(model, mean);
    if (change <= tolerance || rounds >= maxRounds) break;
    rounds++;
    before.set(abilities);
    abilityRound(matrix, model);
    whiten(abilities, n, dimensions);
    change = 0;
    for (let k = 0; k < abilities.length; k++)
      change = Math.max(change, Math.abs(abilities[k] - before[k]));
  }
  return {
    dimensions,
    coefficients,
    covariances,
    guessing,
    abilities,
    rounds,
    converged: change <= tolerance,
  };
}

/** Slope of the first dimension to start from. */
const START_SLOPE = 0.8;

interface Working {
  readonly n: number;
  readonly items: number;
  /** K + 1. */
  readonly size: number;
  /** By item: the first one with the same answers and guessing. Their coefficients are equal and are computed once. */
  readonly first: Int32Array;
  readonly coefficients: Float64Array;
  readonly covariances: Float64Array;
  readonly guessing: Float64Array;
  readonly abilities: Float64Array;
}

/** Newton steps of every item to its mean, given the abilities and its present covariance; then its new covariance. */
function itemRound(
  matrix: ResponseMatrix,
  { n, items, size, first, coefficients, covariances, guessing, abilities }: Working,
  mean: Float64Array,
  precision: Float64Array,
): void {
  const k = size - 1;
  /** For one item: its answers, and x'Cx of each, which is constant while the coefficients move. */
  const scores = new Float64Array(n);
  const variances = new Float64Array(n);
  const x = new Float64Array(size);
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  const step = new Float64Array(size);
  for (let j = 0; j < items; j++) {
    const square = size * size * j;
    const earlier = first[j];
    if (earlier !== j) {
      coefficients.copyWithin(size * j, size * earlier, size * (earlier + 1));
      covariances.copyWithin(square, size * size * earlier, size * size * (earlier + 1));
      continue;
    }
    const own = coefficients.subarray(size * j, size * (j + 1));
    const c = guessing[j];
    for (let i = 0; i < n; i++) {
      scores[i] = matrix.scores[i * items + j];
      x[0] = 1;
      for (let d = 0; d < k; d++) x[d + 1] = abilities[k * i + d];
      let variance = 0;
      for (let r = 0; r < size; r++) {
        let row = 0.5 * covariances[square + (size + 1) * r] * x[r];
        for (let s = 0; s < r; s++) row += covariances[square + size * r + s] * x[s];
        variance += 2 * row * x[r];
      }
      variances[i] = variance;
    }
    for (let pass = 0; pass <= STEPS; pass++) {
      hessian.set(precision);
      for (let r = 0; r < size; r++) {
        gradient[r] = 0;
        for (let s = 0; s < size; s++) gradient[r] -= precision[size * r + s] * (own[s] - mean[s]);
      }
      for (let i = 0; i < n; i++) {
        const u = scores[i];
        if (Number.isNaN(u)) continue;
        x[0] = 1;
        for (let d = 0; d < k; d++) x[d + 1] = abilities[k * i + d];
        let z = 0;
        for (let r = 0; r < size; r++) z += own[r] * x[r];
        const flat = 1 / Math.sqrt(1 + ATTENUATION * variances[i]);
        const up = 1 / (1 + Math.exp(-z * flat));
        const p = c + (1 - c) * up;
        const slope = up / p;
        const residual = slope * (u - p);
        const weight = slope * (1 - c) * up * (1 - up) * flat;
        for (let r = 0; r < size; r++) {
          gradient[r] += residual * x[r];
          const wx = weight * x[r];
          for (let s = 0; s <= r; s++) hessian[size * r + s] += wx * x[s];
        }
      }
      if (pass === STEPS) break;
      solvePositive(hessian, gradient, size, step);
      let longest = 0;
      for (let r = 0; r < size; r++) longest = Math.max(longest, Math.abs(step[r]));
      const scale = Math.min(1, LONGEST_ITEM_STEP / Math.max(longest, 1e-9));
      for (let r = 0; r < size; r++) own[r] += scale * step[r];
    }
    covariances.set(invertPositive(hessian, size), square);
  }
}

/** The prior's mean and covariance from the items' means and covariances; without adding these, the prior would collapse. */
function learnPrior({ items, size, coefficients, covariances }: Working, mean: Float64Array) {
  mean.fill(0);
  for (let j = 0; j < items; j++)
    for (let r = 0; r < size; r++) mean[r] += coefficients[size * j + r] / items;
  const prior = new Float64Array(size * size);
  for (let j = 0; j < items; j++)
    for (let r = 0; r < size; r++)
      for (let s = 0; s < size; s++)
        prior[size * r + s] +=
          ((coefficients[size * j + r] - mean[r]) * (coefficients[size * j + s] - mean[s]) +
            covariances[size * size * j + size * r + s]) /
          items;
  for (let r = 0; r < size; r++) prior[(size + 1) * r] += LEAST_VARIANCE;
  return prior;
}

/** Newton steps of every ability on the attenuated curves. */
function abilityRound(
  matrix: ResponseMatrix,
  { n, items, size, first, coefficients, covariances, guessing, abilities }: Working,
): void {
  const k = size - 1;
  /** Of each item that is the first with its answers: the residual and the weight of the examinee's answer. */
  const residuals = new Float64Array(items);
  const weights = new Float64Array(items);
  const x = new Float64Array(size);
  const gradient = new Float64Array(k);
  const hessian = new Float64Array(k * k);
  const step = new Float64Array(k);
  for (let i = 0; i < n; i++)
    for (let pass = 0; pass < STEPS; pass++) {
      x[0] = 1;
      for (let d = 0; d < k; d++) x[d + 1] = abilities[k * i + d];
      hessian.fill(0);
      for (let d = 0; d < k; d++) {
        gradient[d] = -ABILITY_PRECISION * x[d + 1];
        hessian[(k + 1) * d] = ABILITY_PRECISION;
      }
      for (let j = 0; j < items; j++) {
        const u = matrix.scores[i * items + j];
        if (Number.isNaN(u)) continue;
        if (first[j] === j) {
          let z = 0;
          let variance = 0;
          for (let r = 0; r < size; r++) {
            z += coefficients[size * j + r] * x[r];
            let row = 0;
            const start = size * size * j + size * r;
            for (let s = 0; s < size; s++) row += covariances[start + s] * x[s];
            variance += row * x[r];
          }
          const flat = 1 / Math.sqrt(1 + ATTENUATION * variance);
          const c = guessing[j];
          const up = 1 / (1 + Math.exp(-z * flat));
          const p = c + (1 - c) * up;
          const slope = (up / p) * flat;
          residuals[j] = slope * (u - p);
          weights[j] = slope * (1 - c) * up * (1 - up) * flat;
        }
        const residual = residuals[first[j]];
        const weight = weights[first[j]];
        for (let d = 0; d < k; d++) {
          const a = coefficients[size * j + d + 1];
          gradient[d] += residual * a;
          const wa = weight * a;
          for (let e = 0; e <= d; e++) hessian[k * d + e] += wa * coefficients[size * j + e + 1];
        }
      }
      solvePositive(hessian, gradient, k, step);
      let longest = 0;
      for (let d = 0; d < k; d++) longest = Math.max(longest, Math.abs(step[d]));
      const scale = Math.min(1, LONGEST_ABILITY_STEP / Math.max(longest, 1e-9));
      for (let d = 0; d < k; d++) abilities[k * i + d] += scale * step[d];
    }
}

/** The leading principal components of the residual scores, the first pointing to the better examinees. */
function leadingComponents(
  { examinees, items, scores }: ResponseMatrix,
  share: Float64Array,
  dimensions: number,
): Float64Array {
  const n = examinees.length;
  const width = items.length;
  const residual = (i: number, j: number) => {
    const u = scores[i * width + j];
    return Number.isNaN(u) ? 0 : u - share[j];
  };
  const gram = Matrix.zeros(n, n);
  const totals = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < width; j++) totals[i] += residual(i, j);
    for (let h = 0; h <= i; h++) {
      let sum = 0;
      for (let j = 0; j < width; j++) sum += residual(i, j) * residual(h, j);
      gram.set(i, h, sum);
      gram.set(h, i, sum);
    }
  }
  const { eigenvectorMatrix } = new EigenvalueDecomposition(gram, { assumeSymmetric: true });
  const components = new Float64Array(n * dimensions);
  for (let d = 0; d < dimensions; d++) {
    // Eigenvalues ascend.
    const column = n - 1 - d;
    let along = 0;
    for (let i = 0; i < n; i++) along += eigenvectorMatrix.get(i, column) * totals[i];
    const sign = along < 0 ? -1 : 1;
    for (let i = 0; i < n; i++)
      components[dimensions * i + d] = sign * eigenvectorMatrix.get(i, column) * Math.sqrt(n);
  }
  return components;
}

/** Centres abilities and makes their covariance the identity, by the Cholesky root: the first dimension keeps its direction. */
function whiten(abilities: Float64Array, n: number, k: number): void {
  for (let d = 0; d < k; d++) {
    let mean = 0;
    for (let i = 0; i < n; i++) mean += abilities[k * i + d] / n;
    for (let i = 0; i < n; i++) abilities[k * i + d] -= mean;
    // Gram–Schmidt against the dimensions before.
    for (let e = 0; e < d; e++) {
      let along = 0;
      for (let i = 0; i < n; i++) along += (abilities[k * i + d] * abilities[k * i + e]) / n;
      for (let i = 0; i < n; i++) abilities[k * i + d] -= along * abilities[k * i + e];
    }
    let variance = 0;
    for (let i = 0; i < n; i++) variance += abilities[k * i + d] ** 2 / n;
    const sd = Math.sqrt(variance);
    for (let i = 0; i < n; i++) abilities[k * i + d] = sd > 1e-9 ? abilities[k * i + d] / sd : 0;
  }
}
