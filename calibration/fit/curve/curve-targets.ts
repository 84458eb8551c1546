import { logistic } from '../../../src/irt/logistic.ts';
import type { Workspace } from '../marginal/engine/workspace.ts';
import { FAMILY } from '../marginal/prior.ts';
import { rootDeviance, rootDevianceSlope } from './deviance.ts';

/** Residuals of one item's response curve, and their derivatives, in the estimated ones of (log a, δ, logit c, logit d). */
export interface CurveTargets {
  readonly count: number;
  /** −1 if the slope is negative: the curve is then that of |a| at the mirrored ability. */
  readonly direction: number;
  /** Which coordinates are refitted; the others stay as they are in the fit. */
  readonly free: readonly number[];
  /** All four coordinates, with those in `values` replaced. */
  complete(values: readonly number[]): number[];
  residual(point: readonly number[], k: number): number;
  /** Derivatives of residual k in the free coordinates. */
  slopes(point: readonly number[], k: number): number[];
}

/** Nodes with a smaller share of the examinees are ignored. */
const LEAST_SHARE = 1e-9;

interface Target {
  residual(point: readonly number[]): number;
  /** Derivatives in all four coordinates. */
  slopes(point: readonly number[]): number[];
}

/**
 * One residual per node (the root deviance of the expected counts), one per prior. A beta prior of an asymptote is α + β − 2
 * pseudo-answers, α − 1 of them right; if α or β is below 1, it is not a sum of squares, and the asymptote is not refitted.
 */
export function curveTargets(workspace: Workspace, j: number): CurveTargets {
  const { size, from, active, reversed } = workspace;
  const direction = reversed[j] === 1 ? -1 : 1;
  const estimate = [0, 1, 2, 3].map((k) => from[k * size.items + j]);
  const targets = nodeTargets(workspace, j, direction);
  const held = new Set<number>();
  for (let k = 0; k < 4; k++) {
    if (active[k] === 0) continue;
    const target = priorTarget(workspace, j, k, direction);
    if (target === 'none') continue;
    if (target === 'held') held.add(k);
    else targets.push(target);
  }
  const free = [0, 1, 2, 3].filter((k) => active[k] === 1 && !held.has(k));
  return {
    count: targets.length,
    direction,
    free,
    complete: (values) =>
      estimate.map((own, k) => (free.includes(k) ? values[free.indexOf(k)] : own)),
    residual: (point, k) => targets[k].residual(point),
    slopes: (point, k) => {
      const all = targets[k].slopes(point);
      return free.map((l) => all[l]);
    },
  };
}

/** P at ability x, for a slope above 0. */
export function curveAt([logA, delta, logitC, logitD]: readonly number[], x: number): number {
  const c = logistic(logitC);
  return c + (logistic(logitD) - c) * logistic(Math.exp(logA) * x + delta);
}

function nodeTargets(
  { size, nodes, table, wrong, density }: Workspace,
  j: number,
  direction: number,
): Target[] {
  const { examinees, nodes: q, missing } = size;
  const targets: Target[] = [];
  for (let k = 0; k < q; k++) {
    const n = missing ? wrong[j * q + k] : density[k];
    if (n < LEAST_SHARE * examinees) continue;
    const y = Math.min(1, Math.max(0, table[j * q + k] / n));
    const x = direction * nodes[k];
    targets.push({
      residual: (point) => rootDeviance(n, y, inside(curveAt(point, x))),
      slopes: (point) => {
        const slope = rootDevianceSlope(n, y, inside(curveAt(point, x)));
        return curveSlopes(point, x).map((value) => slope * value);
      },
    });
  }
  return targets;
}

/** A probability of exactly 0 or 1 has an infinite deviance. */
function inside(p: number): number {
  return Math.min(1 - 1e-15, Math.max(1e-15, p));
}

/** ∂P/∂(log a, δ, logit c, logit d). */
function curveSlopes([logA, delta, logitC, logitD]: readonly number[], x: number): number[] {
  const a = Math.exp(logA);
  const up = logistic(a * x + delta);
  const down = logistic(-a * x - delta);
  const c = logistic(logitC);
  const d = logistic(logitD);
  const slope = (d - c) * up * down;
  return [a * x * slope, slope, c * (1 - c) * down, d * (1 - d) * up];
}

function priorTarget(
  { size, families, priors }: Workspace,
  j: number,
  k: number,
  direction: number,
): Target | 'none' | 'held' {
  const all = size.items;
  const first = priors[2 * k * all + j];
  const second = priors[(2 * k + 1) * all + j];
  const along = (values: Record<number, number>) => [0, 1, 2, 3].map((l) => values[l] ?? 0);
  switch (families[k]) {
    case FAMILY.none:
      return 'none';
    case FAMILY.lognormal:
      // The density of a has its mode in log a at mean − sd².
      return straight(k, first - second * second, second);
    case FAMILY.logitnormal:
    case FAMILY.intercept:
      return straight(k, first, second);
    case FAMILY.beta: {
      if (first < 1 || second < 1) return 'held';
      const n = first + second - 2;
      if (n === 0) return 'none';
      const y = (first - 1) / n;
      return {
        residual: (point) => rootDeviance(n, y, inside(logistic(point[k]))),
        slopes: (point) => {
          const p = logistic(point[k]);
          return along({ [k]: rootDevianceSlope(n, y, inside(p)) * p * (1 - p) });
        },
      };
    }
    default:
  }
  // Normal: of a, of b = −δ/a (mirrored where the slope is negative), of an asymptote.
  const centre = k === 1 ? direction * first : first;
  const value = (point: readonly number[]) => {
    if (k === 0) return Math.exp(point[0]);
    return k === 1 ? -point[1] / Math.exp(point[0]) : logistic(point[k]);
  };
  return {
    residual: (point) => (value(point) - centre) / second,
    slopes: (point) => {
      const own = value(point);
      if (k === 0) return along({ 0: own / second });
      if (k === 1) return along({ 0: -own / second, 1: -1 / (second * Math.exp(point[0])) });
      return along({ [k]: (own * (1 - own)) / second });
    },
  };
}

/** A normal prior of the coordinate itself. */
function straight(k: number, mean: number, sd: number): Target {
  return {
    residual: (point) => (point[k] - mean) / sd,
    slopes: () => [0, 1, 2, 3].map((l) => (l === k ? 1 / sd : 0)),
  };
}
