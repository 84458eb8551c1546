import { levenbergMarquardt } from 'ml-levenberg-marquardt';
import { Matrix, solve } from 'ml-matrix';
import type { CurveTargets } from './curve-targets.ts';

export interface Refit {
  /** Coordinates log a, δ, logit c, logit d. */
  readonly point: readonly number[];
  /** Half the sum of squares: minus the expected log-posterior, up to a constant. */
  readonly loss: number;
  readonly converged: boolean;
}

/** Bounds of log a, δ, logit c, logit d; no estimate worth reporting lies outside. */
const LOWEST = [-8, -2000, -30, -30];
const HIGHEST = [8, 2000, 30, 30];
/** The library stops only after a number of steps: after this many, check the slope. */
const STEPS = 8;
const ROUNDS = 40;
/** Converged if a Gauss-Newton step would raise the log-posterior by less than this. */
const LEAST_GAIN = 1e-9;

/**
 * Least squares by Levenberg and Marquardt from one starting point. The targets carry the roots of their weights and the
 * library's `weights` stay 1: version 5.1.0 takes them as 1/w² in one place and as w² in another. It also accepts steps that
 * raise the sum of squares, and its only stopping criterion is the number of steps. So each round starts again at the best
 * point so far, and convergence is checked here.
 */
export function refitCurve(targets: CurveTargets, start: readonly number[]): Refit {
  const index = Array.from({ length: targets.count }, (_, k) => k);
  const zeros = index.map(() => 0);
  const within = (point: readonly number[]) =>
    targets.free.map((k) => Math.min(HIGHEST[k], Math.max(LOWEST[k], point[k])));
  let values = within(start);
  let damping = 1;
  let gain = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && gain > LEAST_GAIN; round++) {
    const before = loss(targets, values);
    const { parameterValues } = levenbergMarquardt(
      { x: index, y: zeros },
      (at) => {
        const point = targets.complete(at);
        return (k) => targets.residual(point, k);
      },
      {
        initialValues: values,
        damping,
        maxIterations: STEPS,
        errorTolerance: 0,
        minValues: targets.free.map((k) => LOWEST[k]),
        maxValues: targets.free.map((k) => HIGHEST[k]),
        jacobianFunction: (at) => {
          const point = targets.complete(at);
          return (k) => targets.slopes(point, k);
        },
      },
    );
    values = parameterValues;
    damping = loss(targets, values) < before ? Math.max(1e-6, damping / 10) : damping * 100;
    gain = gainLeft(targets, values);
  }
  return {
    point: targets.complete(values),
    loss: loss(targets, values),
    converged: gain <= LEAST_GAIN,
  };
}

function loss(targets: CurveTargets, values: readonly number[]): number {
  const point = targets.complete(values);
  let sum = 0;
  for (let k = 0; k < targets.count; k++) sum += targets.residual(point, k) ** 2;
  return sum / 2;
}

/** The gain of a Gauss-Newton step: ½ gᵀ(JᵀJ)⁻¹g, g = Jᵀ residuals, over the coordinates not held by a bound. */
function gainLeft(targets: CurveTargets, values: readonly number[]): number {
  const point = targets.complete(values);
  const inside = targets.free.flatMap((k, at) =>
    values[at] > LOWEST[k] && values[at] < HIGHEST[k] ? [at] : [],
  );
  if (inside.length === 0) return 0;
  const rows = Array.from({ length: targets.count }, (_, k) => targets.slopes(point, k));
  const jacobian = new Matrix(rows.map((row) => inside.map((at) => row[at])));
  const residuals = Matrix.columnVector(rows.map((_, k) => targets.residual(point, k)));
  const transposed = jacobian.transpose();
  const slope = transposed.mmul(residuals);
  // By singular values: a coordinate without any information has a row of zeros.
  const step = solve(transposed.mmul(jacobian), slope, true);
  return 0.5 * slope.dot(step);
}
