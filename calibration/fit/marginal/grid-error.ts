import { type AbilityGroups, fillWeights } from './ability/ability-groups.ts';
import { findPosteriors, openMoments } from './e-step/find-posteriors.ts';
import { posteriorOf } from './e-step/posterior-of.ts';
import type { GroupWeights } from './e-step/posteriors.ts';
import type { CalibrationEngine } from './engine/calibration-engine.ts';
import type { Workspace } from './engine/workspace.ts';

/** The finest grid that `auto` chooses: more nodes cost more than they gain. */
export const FINEST_NODES = 481;
/** If the log-likelihood depends on the nodes by more than this, the grid is too coarse. */
export const MOST_GRID_ERROR = 0.05;
/**
 * A grid is refined at once if the median posterior is narrower than this many steps: its sums then have errors of 1e-5 and
 * more.
 */
const STEPS_PER_SD = 0.8;
/**
 * Or if the steepest curve is steeper than this: the poles of the logistic lie π/a off the axis, and a sum has an error of
 * about e^(−2π²/(a step)).
 */
const STEEPEST_STEP = 6;

/** True if a grid is certainly too coarse, so that it is refined before the fit converges on it. False leaves it open. */
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
 * How much the log-likelihood at the present point depends on the position of the nodes: half of Σ |log L_i − log L_i′| over
 * the examinees, L_i′ with all nodes moved by half a step. The mean of the two equals the sum over twice as many nodes. So this
 * is the change from halving the step, without cancellation between examinees. It reflects everything that a grid must resolve:
 * posteriors, and the steepest curves.
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
