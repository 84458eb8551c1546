import { type AbilityGroups, fillWeights } from './ability/ability-groups.ts';
import { findPosteriors, openMoments } from './e-step/find-posteriors.ts';
import { posteriorOf } from './e-step/posterior-of.ts';
import type { GroupWeights } from './e-step/posteriors.ts';
import type { CalibrationEngine } from './engine/calibration-engine.ts';
import type { Workspace } from './engine/workspace.ts';

/** The finest grid that is chosen by itself: more nodes cost more than they give. */
export const FINEST_NODES = 481;
/** A log-likelihood that depends on the nodes by more than this is one of the grid, not of the model. */
export const MOST_GRID_ERROR = 0.05;
/** A grid is refined at once where the median posterior is narrower than this, in steps: its sums then err by 1e-5 and more. */
const STEPS_PER_SD = 0.8;
/** Or beside the steepest curve: the logistic's poles lie π/a off the axis, and a sum errs by about e^(−2π²/(a step)). */
const STEEPEST_STEP = 6;

/**
 * True if a grid is certain to be too coarse, whatever comes next: then it is refined before the fit has converged on
 * it. False says nothing.
 */
export function looksCoarse(workspace: Workspace, { sd, free }: AbilityGroups): boolean {
  const { size, nodes, from } = workspace;
  const step = nodes[1] - nodes[0];
  const sds = Float64Array.from({ length: size.examinees }, (_, i) => posteriorOf(workspace, i).sd);
  if (sds.sort()[size.examinees >> 1] < STEPS_PER_SD * step) return true;
  // Estimated standard deviations of ability are kept from falling below the nodes' distance.
  if (sd.some((value, g) => free[g] > 0 && value <= step)) return true;
  let steepest = 0;
  for (let j = 0; j < size.items; j++) steepest = Math.max(steepest, Math.exp(from[j]));
  return steepest * step > STEEPEST_STEP;
}

/**
 * By how much the log-likelihood at the present point depends on where the nodes lie: half of Σ |log L_i − log L_i′| over
 * the examinees, L_i′ with all nodes moved by half a step. The mean of the two is the sum over twice as many nodes, so that
 * this is what halving the step would change, up to sign, without errors of examinees cancelling one another. It sees
 * all that a grid must resolve: posteriors, and the steepest curves among them.
 *
 * The posteriors are again those at the present point afterwards.
 * @see Trefethen & Weideman (2014), SIAM Review 56, 385–458, for the trapezoidal rule's geometric convergence
 */
export function gridError(
  workspace: Workspace,
  engine: CalibrationEngine,
  groups: AbilityGroups,
): number {
  const { nodes, size } = workspace;
  const step = nodes[1] - nodes[0];
  const here = new Float64Array(size.examinees);
  const between = new Float64Array(size.examinees);
  const kept = nodes.slice();
  for (let k = 0; k < nodes.length; k++) nodes[k] = kept[k] + step / 2;
  evaluateAt(workspace, engine, groups, between);
  nodes.set(kept);
  evaluateAt(workspace, engine, groups, here);
  let sum = 0;
  for (let i = 0; i < here.length; i++) sum += Math.abs(here[i] - between[i]) / 2;
  return sum;
}

/** The posteriors on the workspace's nodes, and each examinee's log-likelihood. */
function evaluateAt(
  workspace: Workspace,
  engine: CalibrationEngine,
  groups: AbilityGroups,
  logLikelihoods: Float64Array,
): void {
  const count = groups.mean.length;
  const weights: GroupWeights = {
    of: groups.of,
    count,
    logWeights: new Float64Array(count * workspace.size.nodes),
  };
  fillWeights(workspace, groups, weights.logWeights);
  findPosteriors(workspace, engine, weights, openMoments(count), logLikelihoods);
}
