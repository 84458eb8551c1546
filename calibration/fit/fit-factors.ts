import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { curveKernel, scratchMemory } from '../../src/irt/curve-kernel.ts';
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
  const columns = { examinees: n, items, matrices: [matrix.scores] };
  const first = firstEqualItems(columns, 0, items, (j, k) => guessing[j] === guessing[k]);
  const work = openWork(matrix, size, first, guessing);
  const covariances = new Float64Array(items * size * size);
  for (let j = 0; j < items; j++) {
    const beyond = Math.min(0.97, Math.max(0.03, (share[j] - guessing[j]) / (1 - guessing[j])));
    work.coefficients[size * j] = Math.log(beyond / (1 - beyond));
    work.coefficients[size * j + 1] = START_SLOPE;
  }
  const mean = new Float64Array(size);
  mean[1] = START_SLOPE;
  let prior = Float64Array.from({ length: size * size }, (_, k) =>
    k % (size + 1) === 0 ? (k === 0 ? 2 : k === size + 1 ? 0.4 : 0.2) : 0,
  );
  const model: Working = { n, items, size, first, work, covariances, guessing, abilities };
  const before = new Float64Array(abilities.length);
  let rounds = 0;
  let change = Number.POSITIVE_INFINITY;
  for (;;) {
    itemRound(model, mean, invertPositive(prior, size));
    prior = learnPrior(model, mean);
    if (change <= tolerance || rounds >= maxRounds) break;
    rounds++;
    before.set(abilities);
    abilityRound(model);
    whiten(abilities, n, dimensions);
    change = 0;
    for (let k = 0; k < abilities.length; k++)
      change = Math.max(change, Math.abs(abilities[k] - before[k]));
  }
  return {
    dimensions,
    coefficients: Float64Array.from(work.coefficients),
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
  readonly work: Work;
  readonly covariances: Float64Array;
  readonly guessing: Float64Array;
  readonly abilities: Float64Array;
}

/** Arrays in the kernel's memory. Rows of examinees have an even length. */
interface Work {
  /** Length of a row of examinees. */
  readonly even: number;
  /** Entries of a packed triangle. */
  readonly entries: number;
  readonly coefficients: Float64Array;
  /** Triangles of the covariances, off the diagonal doubled. */
  readonly packed: Float64Array;
  readonly guessing: Float64Array;
  /** How many items have the answers of this first one; 0 of others. */
  readonly times: Float64Array;
  /** A row for each item. */
  readonly scores: Float64Array;
  /** Rows: 1 and the abilities, and products of these. */
  readonly x: Float64Array;
  readonly products: Float64Array;
  readonly sums: Float64Array;
}

function openWork(
  { examinees, items, scores: answers }: ResponseMatrix,
  size: number,
  first: Int32Array,
  guessing: Float64Array,
): Work {
  const n = examinees.length;
  const width = items.length;
  const even = n + (n % 2);
  const entries = (size * (size + 1)) / 2;
  const lengths = [size, entries, 1, 1, even].map((each) => each * width);
  lengths.push(even * size, even * entries, Math.max(even, 2) * (size + entries));
  const { buffer } = scratchMemory(8 * lengths.reduce((sum, length) => sum + length, 0));
  let at = 0;
  const [coefficients, packed, chances, times, scores, x, products, sums] = lengths.map(
    (length) => {
      const view = new Float64Array(buffer, at, length);
      at += 8 * length;
      return view;
    },
  );
  chances.set(guessing);
  coefficients.fill(0);
  packed.fill(0);
  times.fill(0);
  for (const j of first) times[j]++;
  scores.fill(Number.NaN);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < width; j++) scores[even * j + i] = answers[width * i + j];
  return {
    even,
    entries,
    coefficients,
    packed,
    guessing: chances,
    times,
    scores,
    x,
    products,
    sums,
  };
}

/** Writes the abilities, and their products, to the rows. */
function placeAbilities({ n, size, abilities, work }: Working): void {
  const { even, x, products } = work;
  x.fill(0).fill(1, 0, n);
  for (let d = 1; d < size; d++)
    for (let i = 0; i < n; i++) x[even * d + i] = abilities[(size - 1) * i + d - 1];
  let row = 0;
  for (let r = 0; r < size; r++)
    for (let s = 0; s <= r; s++, row += even)
      for (let i = 0; i < even; i++) products[row + i] = x[even * r + i] * x[even * s + i];
}

/** Newton steps of every item to its mean, given the abilities and its present covariance; then its new covariance. */
function itemRound(model: Working, mean: Float64Array, precision: Float64Array): void {
  const { items, size, first, covariances, guessing, work } = model;
  const { even, entries, coefficients, packed, scores, x, products, sums } = work;
  const { itemSums } = curveKernel();
  placeAbilities(model);
  const gradient = new Float64Array(size);
  const hessian = new Float64Array(size * size);
  const step = new Float64Array(size);
  const square = size * size;
  for (let j = 0; j < items; j++) {
    const earlier = first[j];
    if (earlier !== j) {
      coefficients.copyWithin(size * j, size * earlier, size * (earlier + 1));
      covariances.copyWithin(square * j, square * earlier, square * (earlier + 1));
      continue;
    }
    const own = coefficients.subarray(size * j, size * (j + 1));
    const triangle = packed.subarray(entries * j, entries * (j + 1));
    for (let pass = 0; pass <= STEPS; pass++) {
      itemSums(
        own.byteOffset,
        triangle.byteOffset,
        scores.byteOffset + 8 * even * j,
        x.byteOffset,
        products.byteOffset,
        even,
        size,
        guessing[j],
        sums.byteOffset,
      );
      let entry = size;
      for (let r = 0; r < size; r++) {
        gradient[r] = sums[r];
        for (let s = 0; s < size; s++) gradient[r] -= precision[size * r + s] * (own[s] - mean[s]);
        for (let s = 0; s <= r; s++)
          hessian[size * r + s] = precision[size * r + s] + sums[entry++];
      }
      if (pass === STEPS) break;
      solvePositive(hessian, gradient, size, step);
      let longest = 0;
      for (let r = 0; r < size; r++) longest = Math.max(longest, Math.abs(step[r]));
      const scale = Math.min(1, LONGEST_ITEM_STEP / Math.max(longest, 1e-9));
      for (let r = 0; r < size; r++) own[r] += scale * step[r];
    }
    const inverse = invertPositive(hessian, size);
    covariances.set(inverse, square * j);
    let entry = 0;
    for (let r = 0; r < size; r++)
      for (let s = 0; s <= r; s++) triangle[entry++] = (r === s ? 1 : 2) * inverse[size * r + s];
  }
}

/** The prior's mean and covariance from the items' means and covariances; without adding these, the prior would collapse. */
function learnPrior(
  { items, size, work: { coefficients }, covariances }: Working,
  mean: Float64Array,
) {
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
function abilityRound(model: Working): void {
  const { n, items, size, abilities, work } = model;
  const { even, coefficients, packed, guessing, times, scores, x, products, sums } = work;
  const k = size - 1;
  const gradient = new Float64Array(k);
  const hessian = new Float64Array(k * k);
  const step = new Float64Array(k);
  for (let pass = 0; pass < STEPS; pass++) {
    placeAbilities(model);
    sums.fill(0);
    curveKernel().abilitySums(
      coefficients.byteOffset,
      packed.byteOffset,
      guessing.byteOffset,
      times.byteOffset,
      scores.byteOffset,
      items,
      x.byteOffset,
      products.byteOffset,
      even,
      size,
      sums.byteOffset,
    );
    for (let i = 0; i < n; i++) {
      let row = even * k;
      for (let d = 0; d < k; d++) {
        gradient[d] = sums[even * d + i] - ABILITY_PRECISION * abilities[k * i + d];
        for (let e = 0; e <= d; e++, row += even)
          hessian[k * d + e] = sums[row + i] + (d === e ? ABILITY_PRECISION : 0);
      }
      solvePositive(hessian, gradient, k, step);
      let longest = 0;
      for (let d = 0; d < k; d++) longest = Math.max(longest, Math.abs(step[d]));
      const scale = Math.min(1, LONGEST_ABILITY_STEP / Math.max(longest, 1e-9));
      for (let d = 0; d < k; d++) abilities[k * i + d] += scale * step[d];
    }
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
