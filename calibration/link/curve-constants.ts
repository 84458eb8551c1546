import type { ItemParameters } from '../../src/irt/parameters.ts';
import { probability } from '../../src/irt/probability.ts';
import { probabilityDerivatives } from '../../src/irt/probability-derivatives.ts';
import type { LinkingConstants } from './moment-constants.ts';

/** Abilities at which curves are compared, and the weight of each; all weights at least 0, some above. */
export interface LinkingGrid {
  readonly ability: Float64Array;
  readonly weight: Float64Array;
}

export interface CurveOptions {
  readonly grid: LinkingGrid;
  /** True: the distance of curves is also taken on the old scale, at the same grid, and both are added. */
  readonly isSymmetric?: boolean;
}

export interface CurveConstants extends LinkingConstants {
  /** The weighted sum of squared distances. */
  readonly loss: number;
  /** False if the search ended before the loss stood still. */
  readonly converged: boolean;
}

/** Relative to the loss; below it, steps change no digit that is shown. */
const TOLERANCE = 1e-14;
const MOST_STEPS = 200;
/** The damping at which no step can be made better: the search stands at a minimum, to rounding. */
const STUCK = 1e12;
/** Slopes beyond this factor of the start are no linking of two scales of ability. */
const FARTHEST = Math.log(1000);

/**
 * Constants with the least sum over items and abilities of squared distances between curves:
 * Σ_q w_q Σ_j (P*_j(θ_q) − P_j(θ_q; a_j/A, A b_j + B, c_j))².
 * @see Haebara (1980), Japanese Psychological Research 22, 144–149
 */
export function haebara(
  from: ItemParameters,
  to: ItemParameters,
  start: LinkingConstants,
  options: CurveOptions,
): CurveConstants {
  return leastDistance(from, to, start, options, false);
}

/**
 * Constants with the least sum over abilities of squared distances between the sums of the curves:
 * Σ_q w_q (Σ_j P*_j(θ_q) − Σ_j P_j(θ_q; a_j/A, A b_j + B, c_j))².
 * @see Stocking & Lord (1983), Applied Psychological Measurement 7, 201–210
 */
export function stockingLord(
  from: ItemParameters,
  to: ItemParameters,
  start: LinkingConstants,
  options: CurveOptions,
): CurveConstants {
  return leastDistance(from, to, start, options, true);
}

/** The loss with the sums of Gauss and Newton in log A and B. */
interface Sums {
  loss: number;
  gA: number;
  gB: number;
  hAA: number;
  hAB: number;
  hBB: number;
}

/** Least squares by Levenberg and Marquardt in log A and B: A stays positive. @see Marquardt (1963), SIAM J. 11, 431–441 */
function leastDistance(
  from: ItemParameters,
  to: ItemParameters,
  start: LinkingConstants,
  options: CurveOptions,
  isSummed: boolean,
): CurveConstants {
  const at = (logSlope: number, intercept: number) =>
    distances(from, to, Math.exp(logSlope), intercept, options, isSummed);
  const first = Math.log(start.slope);
  let logSlope = first;
  let { intercept } = start;
  let now = at(logSlope, intercept);
  let damping = 1e-3;
  let converged = false;
  for (let step = 0; step < MOST_STEPS && !converged; step++) {
    const hAA = now.hAA * (1 + damping);
    const hBB = now.hBB * (1 + damping);
    const determinant = hAA * hBB - now.hAB * now.hAB;
    if (!(determinant > 0)) break;
    const nextSlope = logSlope - (hBB * now.gA - now.hAB * now.gB) / determinant;
    const nextIntercept = intercept - (hAA * now.gB - now.hAB * now.gA) / determinant;
    const isNear = Math.abs(nextSlope - first) < FARTHEST;
    const next = isNear ? at(nextSlope, nextIntercept) : null;
    if (next !== null && next.loss <= now.loss) {
      converged = now.loss - next.loss <= TOLERANCE * now.loss;
      [logSlope, intercept, now] = [nextSlope, nextIntercept, next];
      damping /= 10;
    } else {
      damping *= 10;
      converged = damping > STUCK;
    }
  }
  return { slope: Math.exp(logSlope), intercept, loss: now.loss, converged };
}

function distances(
  from: ItemParameters,
  to: ItemParameters,
  slope: number,
  intercept: number,
  { grid, isSymmetric = false }: CurveOptions,
  isSummed: boolean,
): Sums {
  const sums = { loss: 0, gA: 0, gB: 0, hAA: 0, hAB: 0, hBB: 0 };
  const { ability, weight } = grid;
  for (let q = 0; q < ability.length; q++) {
    const theta = ability[q];
    // The curve of an item of the old scale, moved, at θ of the new scale is its curve at (θ − B)/A of the old one.
    const old = (theta - intercept) / slope;
    // And the reverse, for the distance on the old scale.
    const moved = slope * theta + intercept;
    add(from, to, old, theta, -old, -1 / slope, weight[q]);
    if (isSymmetric) add(to, from, moved, theta, slope * theta, 1, weight[q]);
  }
  return sums;

  /** Adds the distance of the curves of `one` at x to those of `other` at y; x changes with log A and B by dA and dB. */
  function add(
    one: ItemParameters,
    other: ItemParameters,
    x: number,
    y: number,
    dA: number,
    dB: number,
    w: number,
  ): void {
    let [difference, slopes] = [0, 0];
    for (let j = 0; j < one.count; j++) {
      difference +=
        probability(y, other.a[j], other.b[j], other.c[j], other.d[j]) -
        probability(x, one.a[j], one.b[j], one.c[j], one.d[j]);
      slopes -= probabilityDerivatives(x, one.a[j], one.b[j], one.c[j], one.d[j]).first;
      if (isSummed) continue;
      addTerm(difference, slopes, dA, dB, w);
      [difference, slopes] = [0, 0];
    }
    if (isSummed) addTerm(difference, slopes, dA, dB, w);
  }

  function addTerm(r: number, slopes: number, dA: number, dB: number, w: number): void {
    const rA = slopes * dA;
    const rB = slopes * dB;
    sums.loss += w * r * r;
    sums.gA += w * r * rA;
    sums.gB += w * r * rB;
    sums.hAA += w * rA * rA;
    sums.hAB += w * rA * rB;
    sums.hBB += w * rB * rB;
  }
}
