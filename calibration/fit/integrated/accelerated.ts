import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import { innerProduct } from '../../../src/statistics/inner-product.ts';

export interface AcceleratedOptions {
  readonly maxIterations: number;
  /** Converged if no entry, times its weight, changes by more than this in STEADY rounds. */
  readonly tolerance: number;
  readonly weights: Float64Array;
  readonly onRound?: ((round: { iteration: number; change: number }) => void) | undefined;
}

export interface AcceleratedResult {
  readonly iterations: number;
  readonly converged: boolean;
  /** The largest change of an entry, times its weight, in the last STEADY rounds. */
  readonly change: number;
}

/** Number of rounds in memory. */
const MEMORY = 6;
/** Relative ridge of the least-squares problem, so that nearly equal rounds do not get huge weights. */
const RIDGE = 1e-10;
/** A combination with a weight beyond this is rounding error. */
const FARTHEST = 1e3;
/**
 * Rounds in a row whose changes are within the tolerance: they then wander about the fixed point, which some items that nearly nobody
 * answers differently do for ever. With half the tolerance two of them are enough.
 */
const STEADY = 10;
/** If a residual is this many times longer than the shortest so far, the memory is dropped. */
const WORSE = 4;

/**
 * Iterates x ← F(x) to a fixed point by Anderson acceleration: the next point is the combination of the last rounds' F(x) whose
 * residuals F(x) − x cancel best. Near the fixed point it acts like GMRES, so slow or alternating directions of the plain
 * sequence do not delay it.
 *
 * Converged when no entry moves by more than the tolerance in STEADY consecutive rounds, or by half of it in two: a single short
 * residual may be a chance cancellation.
 *
 * @param x where to start; left at the last point
 * @param map writes F(from) to `to`
 * @see Anderson (1965), Journal of the ACM 12, 547–560; Walker & Ni (2011), SIAM J. Numerical Analysis 49, 1715–1735;
 * Henderson & Varadhan (2019), J. Computational and Graphical Statistics 28, 834–846, for EM
 */
export function accelerated(
  x: Float64Array,
  map: (from: Float64Array, to: Float64Array) => void,
  { maxIterations, tolerance, weights, onRound }: AcceleratedOptions,
): AcceleratedResult {
  const size = x.length;
  const image = new Float64Array(size);
  const residual = new Float64Array(size);
  const previousImage = new Float64Array(size);
  const previousResidual = new Float64Array(size);
  let images: Float64Array[] = [];
  let residuals: Float64Array[] = [];
  let shortest = Number.POSITIVE_INFINITY;
  const changes: number[] = [];
  for (let iterations = 1; ; iterations++) {
    map(x, image);
    let change = 0;
    let norm = 0;
    for (let k = 0; k < size; k++) {
      residual[k] = image[k] - x[k];
      norm += residual[k] ** 2;
      change = Math.max(change, weights[k] * Math.abs(residual[k]));
    }
    onRound?.({ iteration: iterations, change });
    changes.push(change);
    if (changes.length > STEADY) changes.shift();
    const isWithin = (last: number, limit: number) =>
      iterations >= last && changes.slice(-last).every((own) => own <= limit);
    const converged = isWithin(STEADY, tolerance) || isWithin(2, tolerance / 2);
    if (converged || iterations >= maxIterations) {
      x.set(image);
      return { iterations, converged, change: Math.max(...changes) };
    }
    if (norm > WORSE * WORSE * shortest) {
      images = [];
      residuals = [];
      shortest = norm;
    } else if (iterations > 1) {
      images.push(image.map((value, k) => value - previousImage[k]));
      residuals.push(residual.map((value, k) => value - previousResidual[k]));
      if (images.length > MEMORY) {
        images.shift();
        residuals.shift();
      }
    }
    shortest = Math.min(shortest, norm);
    previousImage.set(image);
    previousResidual.set(residual);
    x.set(image);
    combination(residuals, residual).forEach((weight, m) => {
      for (let k = 0; k < size; k++) x[k] -= weight * images[m][k];
    });
  }
}

/** The weights of `changes` whose sum comes nearest to `residual`. */
function combination(changes: readonly Float64Array[], residual: Float64Array): number[] {
  const m = changes.length;
  if (m === 0) return [];
  const gram = new Matrix(m, m);
  for (let r = 0; r < m; r++)
    for (let c = 0; c < m; c++) gram.set(r, c, innerProduct(changes[r], changes[c]));
  const ridge = RIDGE * gram.trace();
  if (ridge === 0) return [];
  for (let r = 0; r < m; r++) gram.set(r, r, gram.get(r, r) + ridge);
  const right = Matrix.columnVector(changes.map((change) => innerProduct(change, residual)));
  const weights = new CholeskyDecomposition(gram).solve(right).to1DArray();
  return weights.every((weight) => Math.abs(weight) < FARTHEST) ? weights : [];
}
