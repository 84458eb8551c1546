import type { Workspace } from '../engine/workspace.ts';
import { emptySlopes, itemSlopes } from './item-slopes.ts';

/** The longest change of a coordinate in one step: Fisher scoring overshoots far from the mode. */
const LONGEST_STEP = 1;
/** A Fisher step this short is replaced by Newton's, unless that is much longer. */
const NEAR = 0.3;
const MOST_LONGER = 2;
/**
 * An item stays where it is if a step would gain less than this in the log-posterior. Otherwise, without priors, items that all
 * examinees got right would diverge for ever. Elsewhere this is a millionth of a standard error.
 */
const LEAST_GAIN = 1e-12;

const slopes = emptySlopes();
const factor = new Float64Array(16);
const step = new Float64Array(4);
const other = new Float64Array(4);
const unit = new Float64Array(4);

/**
 * The M-step of one item: one step of its coordinates (log a, δ, logit c, logit d) from `from` to `to`, given the expected
 * counts. Far from the mode it is Fisher scoring, shortened if the observed curvature shows that it goes too far. Near the mode
 * it is Newton's step on the observed information, because Fisher scoring can oscillate for ever if the observed information is
 * twice the expected (hard items that few can answer). Also writes the diagonal of the inverse expected information and the
 * covariance of log a and δ.
 *
 * @see Bock & Aitkin (1981), Psychometrika 46, 443–459; Mislevy (1986), Psychometrika 51, 177–195
 */
export function itemMode(workspace: Workspace, j: number): void {
  const { size, from, to, fixed, variances, covariances, active } = workspace;
  const all = size.items;
  for (let k = 0; k < 4; k++) to[k * all + j] = from[k * all + j];
  if (fixed[j] === 1) return;
  itemSlopes(workspace, j, slopes);
  const { gradient, expected, observed } = slopes;
  if (!factoriseDamped(expected)) return;
  for (let k = 0; k < 4; k++) {
    unit.fill(0);
    unit[k] = 1;
    solve(unit, other);
    variances[k * all + j] = active[k] === 1 ? other[k] : 0;
    if (k === 0) covariances[j] = active[0] === 1 && active[1] === 1 ? other[1] : 0;
  }
  solve(gradient, step);
  const length = longest(step);
  if (length < NEAR && factorise(observed, 0)) {
    solve(gradient, other);
    if (longest(other) < MOST_LONGER * length) step.set(other);
  }
  const gain = gradient.reduce((sum, slope, k) => sum + 0.5 * slope * step[k], 0);
  if (!(gain > LEAST_GAIN)) return;
  const share = shareOf(step, gradient, observed);
  for (let k = 0; k < 4; k++) if (active[k] === 1) to[k * all + j] += share * step[k];
}

/**
 * The share of a step to take: no coordinate moves further than LONGEST_STEP, or beyond the top of the parabola along the step.
 */
function shareOf(along: Float64Array, gradient: Float64Array, curvature: Float64Array): number {
  let rise = 0;
  let fall = 0;
  for (let k = 0; k < 4; k++) {
    rise += gradient[k] * along[k];
    for (let l = 0; l < 4; l++) fall += along[k] * curvature[4 * k + l] * along[l];
  }
  const share = Math.min(1, LONGEST_STEP / longest(along));
  return fall > rise ? Math.min(share, rise / fall) : share;
}

function longest(of: Float64Array): number {
  let length = 0;
  for (let k = 0; k < 4; k++) length = Math.max(length, Math.abs(of[k]));
  return length;
}

/** The Cholesky factor, a little added to the diagonal where the matrix is not positive definite. */
function factoriseDamped(matrix: Float64Array): boolean {
  for (let damping = 0; damping < 1e6; damping = damping === 0 ? 1e-8 : damping * 100)
    if (factorise(matrix, damping)) return true;
  return false;
}

function factorise(matrix: Float64Array, damping: number): boolean {
  for (let k = 0; k < 4; k++)
    for (let l = 0; l <= k; l++) {
      let sum = matrix[4 * k + l] + (k === l ? damping : 0);
      for (let m = 0; m < l; m++) sum -= factor[4 * k + m] * factor[4 * l + m];
      if (k === l) {
        if (!(sum > 1e-14 * matrix[5 * k]) || !(sum > 0)) return false;
        factor[5 * k] = Math.sqrt(sum);
      } else factor[4 * k + l] = sum / factor[5 * l];
    }
  return true;
}

/** Solves matrix · into = right with the last factor. */
function solve(right: Float64Array, into: Float64Array): void {
  for (let k = 0; k < 4; k++) {
    let sum = right[k];
    for (let m = 0; m < k; m++) sum -= factor[4 * k + m] * into[m];
    into[k] = sum / factor[5 * k];
  }
  for (let k = 3; k >= 0; k--) {
    let sum = into[k];
    for (let m = k + 1; m < 4; m++) sum -= factor[4 * m + k] * into[m];
    into[k] = sum / factor[5 * k];
  }
}
