import { median } from '../../../src/statistics/median.ts';
import { type CalibrationEngine, PLAIN_ENGINE } from '../marginal/engine/calibration-engine.ts';
import type { Workspace } from '../marginal/engine/workspace.ts';
import type { MarginalFit } from '../marginal/fit-marginal.ts';
import { type CurveTargets, curveAt, curveTargets } from './curve-targets.ts';
import { type Refit, refitCurve } from './refit-curve.ts';

/** One item's curve, fitted a second time. */
export interface CurveCheck {
  /** Position of the item. */
  readonly item: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  /** Root mean square of the difference between the two curves over the expected examinees. */
  readonly difference: number;
  /** By how much the refit's expected log-posterior is above the fit's; far from 0 if that is not the maximum. */
  readonly gain: number;
  /** False if Levenberg–Marquardt did not converge or had no answers to fit; the item is then not checked. */
  readonly converged: boolean;
}

export interface CurveReport {
  /** The items that were estimated, in their order. */
  readonly curves: readonly CurveCheck[];
  readonly tolerance: number;
  /** Of the differences; 0 if no item was estimated. */
  readonly largest: number;
  readonly median: number;
  /** Positions of the items whose curves differ by more than the tolerance, and of those that did not converge. */
  readonly disagreeing: readonly number[];
  readonly unsettled: readonly number[];
}

/**
 * Curves that differ by less count as the same: one answer in a thousand. EM that stops at a change of 1e-4 in its coordinates
 * leaves a difference of about 1e-5.
 */
const TOLERANCE = 0.001;

/**
 * An independent check of the estimates: each item's response curve is fitted again to its posterior-weighted counts (share
 * right and number of examinees at each node, and its priors) by Levenberg and Marquardt, from the estimate and from
 * independent starting points; the best is kept. If EM is at its maximum, the two curves coincide.
 *
 * @param items positions of the items to check, all estimated ones by default; fixed ones are left out
 */
export function checkCurves(
  fit: MarginalFit,
  {
    engine = PLAIN_ENGINE,
    items,
    tolerance = TOLERANCE,
  }: { engine?: CalibrationEngine; items?: readonly number[]; tolerance?: number } = {},
): CurveReport {
  const { workspace } = fit;
  engine.maximise(workspace);
  const asked = items ?? Array.from({ length: workspace.size.items }, (_, j) => j);
  const curves = asked.flatMap((j) => (workspace.fixed[j] === 1 ? [] : [checkCurve(workspace, j)]));
  const settled = curves.filter((curve) => curve.converged);
  const differences = settled.map((curve) => curve.difference).sort((x, y) => x - y);
  return {
    curves,
    tolerance,
    largest: differences.at(-1) ?? 0,
    median: differences.length === 0 ? 0 : median(differences),
    disagreeing: settled.flatMap(({ item, difference }) => (difference > tolerance ? [item] : [])),
    unsettled: curves.flatMap(({ item, converged }) => (converged ? [] : [item])),
  };
}

function checkCurve(workspace: Workspace, j: number): CurveCheck {
  const targets = curveTargets(workspace, j);
  const all = workspace.size.items;
  const estimate = [0, 1, 2, 3].map((k) => workspace.from[k * all + j]);
  // Without an answer there is nothing to fit.
  const tries =
    targets.count > targets.free.length
      ? [estimate, ...starts(workspace, j, targets.direction)]
      : [];
  const none: Refit = { point: estimate, loss: lossAt(targets, estimate), converged: false };
  const refits = [none, ...tries.map((start) => refitCurve(targets, start))];
  const best = refits.reduce((one, other) => (isBetter(other, one) ? other : one));
  const [logA, delta, logitC, logitD] = best.point;
  return {
    item: j,
    a: targets.direction * Math.exp(logA),
    b: (-targets.direction * delta) / Math.exp(logA),
    c: 1 / (1 + Math.exp(-logitC)),
    d: 1 / (1 + Math.exp(-logitD)),
    difference: distance(workspace, j, estimate, best.point, targets.direction),
    gain: lossAt(targets, estimate) - best.loss,
    converged: best.converged,
  };
}

function isBetter(one: Refit, other: Refit): boolean {
  return one.converged === other.converged ? one.loss < other.loss : one.converged;
}

/** Starting points: two slopes, asymptotes at the usual centres of their priors, and the intercept of the share right. */
function starts(
  { size, nodes, table, wrong, density }: Workspace,
  j: number,
  direction: number,
): number[][] {
  const q = size.nodes;
  let right = 0;
  let asked = 0;
  let mean = 0;
  for (let k = 0; k < q; k++) {
    const n = size.missing ? wrong[j * q + k] : density[k];
    right += table[j * q + k];
    asked += n;
    mean += n * direction * nodes[k];
  }
  const share = Math.min(0.98, Math.max(0.02, asked > 0 ? right / asked : 0.5));
  const logit = Math.log(share / (1 - share));
  const centre = asked > 0 ? mean / asked : 0;
  return [-0.3, 0.7].map((logA) => [logA, logit - Math.exp(logA) * centre, -2, 3]);
}

function lossAt(targets: CurveTargets, point: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < targets.count; k++) sum += targets.residual(point, k) ** 2;
  return sum / 2;
}

/** √(Σ n (P − P*)² / Σ n) over the nodes. */
function distance(
  { size, nodes, wrong, density }: Workspace,
  j: number,
  one: readonly number[],
  other: readonly number[],
  direction: number,
): number {
  let sum = 0;
  let asked = 0;
  for (let k = 0; k < size.nodes; k++) {
    const n = size.missing ? wrong[j * size.nodes + k] : density[k];
    const x = direction * nodes[k];
    sum += n * (curveAt(one, x) - curveAt(other, x)) ** 2;
    asked += n;
  }
  return asked > 0 ? Math.sqrt(sum / asked) : 0;
}
