import { CholeskyDecomposition, inverse, Matrix } from 'ml-matrix';
import { type CalibrationEngine, PLAIN_ENGINE } from './engine/calibration-engine.ts';
import type { MarginalFit } from './fit-marginal.ts';
import { informationBlocks } from './standard-errors/information-blocks.ts';
import { expectedCovariance } from './standard-errors/information-expected.ts';
import { type JointInformation, jointInformation } from './standard-errors/information-joint.ts';

/**
 * `full`: from the observed information of all parameters together. `expected`: the same, with the expected information between
 * items. `blockwise`: each item with the others fixed, which is too small.
 */
export type ErrorMethod = 'full' | 'expected' | 'blockwise';

/** Posterior standard deviations, one entry per item; NaN if a parameter is fixed or not part of the model. */
export interface StandardErrors {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
  readonly d: Float64Array;
  /** Of the ability distributions, one entry per group; NaN if not estimated, and all of them with `blockwise`. */
  readonly groups: { readonly mean: Float64Array; readonly sd: Float64Array };
  readonly method: ErrorMethod;
  /** True if a joint method was wanted but its matrix is not positive definite: the fit is not at a proper maximum. */
  readonly fellBack: boolean;
  /**
   * Items that the answers do not determine, such as those that nobody answered: their information is not positive definite, or nearly
   * zero. Their errors are NaN, and if a joint matrix is not positive definite because of them, they count as known in it.
   */
  readonly indefinite: readonly number[];
  /** J × 16: covariance of each item's log a, δ, logit c, logit d; zero where not estimated. */
  readonly blocks: Float64Array;
  /** With `full`: covariance of all coordinates, and the meaning of each row (see JointInformation). */
  readonly covariance?: { readonly matrix: Matrix; readonly coordinates: Int32Array };
}

/**
 * Up to this many items the joint matrix is formed, above it the information between items is the expected one: standard
 * errors then differ by less than 1% (docs/evidence/calibration.md). With missing answers, which may follow a design, the
 * matrix is formed up to MOST_ITEMS.
 */
const FEW_ITEMS = 60;
const MOST_ITEMS = 500;
/** Variances of log a, δ, logit c and logit d above these mean that the parameter is unknown, as does a variance of b. */
const LARGEST_VARIANCES = [100, 1e6, 1e6, 1e6] as const;
const LARGEST_OF_B = 1e4;

/**
 * Standard errors from the observed information of all parameters together at the mode, its priors included. Between the
 * items of large banks it is the expected information. Computed in (log a, δ, logit c, logit d); those of a, b, c and d by
 * the delta method, b = −δ/a with the covariance of log a and δ.
 *
 * The fit's workspace holds the expected counts afterwards.
 * @see Oakes (1999), information-joint.ts; information-expected.ts; Louis (1982), information-blocks.ts
 */
export function standardErrors(
  fit: MarginalFit,
  engine: CalibrationEngine = PLAIN_ENGINE,
  method: 'auto' | ErrorMethod = 'auto',
): StandardErrors {
  const { workspace, groups } = fit;
  const { items, missing } = workspace.size;
  const wanted =
    method !== 'auto' ? method : items <= (missing ? MOST_ITEMS : FEW_ITEMS) ? 'full' : 'expected';
  engine.maximise(workspace);
  if (wanted !== 'blockwise') {
    const joint = jointErrors(fit, engine, wanted);
    if (joint !== null) return joint;
  }
  const blocks = informationBlocks(workspace);
  invertBlocks(fit, blocks);
  const indefinite = dropIndefinite(fit, blocks);
  if (wanted !== 'blockwise' && indefinite.length > 0 && indefinite.length < items) {
    const joint = withoutItems(fit, indefinite, () => jointErrors(fit, engine, wanted));
    if (joint !== null) {
      for (const j of indefinite) joint.blocks.set(blocks.subarray(16 * j, 16 * j + 16), 16 * j);
      return { ...joint, indefinite: [...indefinite, ...joint.indefinite].sort((j, k) => j - k) };
    }
  }
  const none = new Float64Array(groups.mean.length).fill(Number.NaN);
  return {
    ...inItemUnits(fit, blocks),
    groups: { mean: none, sd: none },
    method: 'blockwise',
    fellBack: wanted !== 'blockwise',
    indefinite,
    blocks,
  };
}

/** By a joint method; null if its matrix is not positive definite. */
function jointErrors(
  fit: MarginalFit,
  engine: CalibrationEngine,
  method: 'full' | 'expected',
): StandardErrors | null {
  const { workspace, groups } = fit;
  if (method === 'full') {
    const covariance = jointCovariance(jointInformation(workspace, groups, engine));
    if (covariance === null) return null;
    const blocks = blocksOf(fit, covariance);
    const indefinite = dropIndefinite(fit, blocks);
    return {
      ...inItemUnits(fit, blocks),
      groups: ofGroups(fit, covariance),
      method,
      fellBack: false,
      indefinite,
      blocks,
      covariance,
    };
  }
  const joint = expectedCovariance(workspace, groups, informationBlocks(workspace));
  if (joint === null) return null;
  const indefinite = dropIndefinite(fit, joint.blocks);
  return {
    ...inItemUnits(fit, joint.blocks),
    groups: {
      mean: groups.mean.map((_, g) => Math.sqrt(joint.groups[4 * g])),
      sd: groups.sd.map((sd, g) => sd * Math.sqrt(joint.groups[4 * g + 3])),
    },
    method,
    fellBack: false,
    indefinite,
    blocks: joint.blocks,
  };
}

/** What `compute` gives while items count as known: those that the answers do not determine, so that the others keep their errors. */
function withoutItems<T>(
  { workspace }: MarginalFit,
  items: readonly number[],
  compute: () => T,
): T {
  const { fixed } = workspace;
  for (const j of items) fixed[j] = 1;
  try {
    return compute();
  } finally {
    for (const j of items) fixed[j] = 0;
  }
}

/** The inverse, after a scaling to diagonal 1; null if the information is not positive definite. */
function jointCovariance({ matrix, coordinates }: JointInformation) {
  const n = coordinates.length;
  if (n === 0) return { matrix: Matrix.zeros(0, 0), coordinates };
  const scale = Float64Array.from({ length: n }, (_, x) => 1 / Math.sqrt(matrix[x * n + x]));
  if (!scale.every((value) => value > 0 && value < Number.POSITIVE_INFINITY)) return null;
  const scaled = Matrix.zeros(n, n);
  for (let x = 0; x < n; x++)
    for (let y = 0; y < n; y++) scaled.set(x, y, matrix[x * n + y] * (scale[x] * scale[y]));
  if (!new CholeskyDecomposition(scaled).isPositiveDefinite()) return null;
  const covariance = inverse(scaled);
  for (let x = 0; x < n; x++)
    for (let y = 0; y < n; y++) covariance.set(x, y, covariance.get(x, y) * (scale[x] * scale[y]));
  return { matrix: covariance, coordinates };
}

type Covariance = NonNullable<ReturnType<typeof jointCovariance>>;

/** The items' own blocks of the joint covariance. */
function blocksOf({ parameters }: MarginalFit, { matrix, coordinates }: Covariance): Float64Array {
  const all = parameters.count;
  const blocks = new Float64Array(16 * all);
  const rows: { at: number; k: number }[][] = Array.from({ length: all }, () => []);
  coordinates.forEach((coordinate, at) => {
    if (coordinate < 4 * all) rows[coordinate % all].push({ at, k: Math.floor(coordinate / all) });
  });
  rows.forEach((ofItem, j) => {
    for (const x of ofItem)
      for (const y of ofItem) blocks[16 * j + 4 * x.k + y.k] = matrix.get(x.at, y.at);
  });
  return blocks;
}

function ofGroups({ parameters, groups }: MarginalFit, { matrix, coordinates }: Covariance) {
  const error = (coordinate: number) => {
    const at = coordinates.indexOf(coordinate);
    return at < 0 ? Number.NaN : Math.sqrt(matrix.get(at, at));
  };
  const first = 4 * parameters.count;
  return {
    mean: groups.mean.map((_, g) => error(first + 2 * g)),
    sd: groups.sd.map((sd, g) => sd * error(first + 2 * g + 1)),
  };
}

/** Inverts each item's information in place; NaN if it is not positive definite. */
function invertBlocks({ workspace }: MarginalFit, blocks: Float64Array): void {
  const { size, active, fixed } = workspace;
  const kept = [0, 1, 2, 3].filter((k) => active[k] === 1);
  for (let j = 0; j < size.items; j++) {
    const block = blocks.subarray(16 * j, 16 * j + 16);
    const own = kept.map((k) => kept.map((l) => block[4 * k + l]));
    block.fill(0);
    if (fixed[j] === 1) continue;
    const covariance = jointCovariance({
      matrix: Float64Array.from(own.flat()),
      coordinates: Int32Array.from(kept),
    });
    kept.forEach((k, x) => {
      kept.forEach((l, y) => {
        block[4 * k + l] = covariance?.matrix.get(x, y) ?? Number.NaN;
      });
    });
  }
}

/** Sets the blocks of items that the answers do not determine to NaN, and returns these items. */
function dropIndefinite(fit: MarginalFit, blocks: Float64Array): number[] {
  const { size, active, fixed } = fit.workspace;
  const kept = [0, 1, 2, 3].filter((k) => active[k] === 1);
  const indefinite: number[] = [];
  for (let j = 0; j < size.items; j++) {
    if (fixed[j] === 1) continue;
    const isKnown = (k: number) => blocks[16 * j + 5 * k] <= LARGEST_VARIANCES[k];
    if (kept.every(isKnown) && varianceOfB(fit, blocks, j) <= LARGEST_OF_B) continue;
    indefinite.push(j);
    for (const k of kept) for (const l of kept) blocks[16 * j + 4 * k + l] = Number.NaN;
  }
  return indefinite;
}

/** For either sign of a: ∂b/∂log |a| = −b and ∂b/∂δ = −1/a. */
function varianceOfB({ parameters: { a, b } }: MarginalFit, blocks: Float64Array, j: number) {
  const at = 16 * j;
  return b[j] ** 2 * blocks[at] + (2 * b[j] * blocks[at + 1] + blocks[at + 5] / a[j]) / a[j];
}

/** From the working coordinates to a, b, c and d. */
function inItemUnits(
  fit: MarginalFit,
  blocks: Float64Array,
): Pick<StandardErrors, 'a' | 'b' | 'c' | 'd'> {
  const { active, fixed } = fit.workspace;
  const { count, a, c, d } = fit.parameters;
  const errors = (k: number, variance: (j: number, at: number) => number) =>
    Float64Array.from({ length: count }, (_, j) =>
      active[k] === 0 || fixed[j] === 1 ? Number.NaN : Math.sqrt(variance(j, 16 * j)),
    );
  const asymptote = (k: number, value: Float64Array) =>
    errors(k, (j, at) => (value[j] * (1 - value[j])) ** 2 * blocks[at + 5 * k]);
  return {
    a: errors(0, (j, at) => a[j] ** 2 * blocks[at]),
    b: errors(1, (j) => varianceOfB(fit, blocks, j)),
    c: asymptote(2, c),
    d: asymptote(3, d),
  };
}
