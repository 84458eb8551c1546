import { accelerated } from '../fit/integrated/accelerated.ts';
import { maximiseItem } from './m-step.ts';
import { ITEM_MODELS } from './models/models.ts';
import type { MarginalObjective } from './objective.ts';

export interface MaximiseOptions {
  readonly maxIterations: number;
  readonly tolerance: number;
  /** Rounds on coarser grids, for reports. */
  readonly before: number;
  readonly onRound?:
    | ((round: { iteration: number; change: number; logPosterior: number }) => void)
    | undefined;
}

export interface Maximum {
  readonly iterations: number;
  readonly converged: boolean;
}

/** The log-posterior counts as lower if it is by more than this; rounding over a million answers is far smaller. */
const FALL = 1e-7;

/**
 * EM from x, which is left at the estimate. Rounds are combined by Anderson acceleration. A combination can lower the log-posterior; if
 * the end is below the highest point on the way, plain EM goes on from there, which never falls.
 */
export function maximisePosterior(
  objective: MarginalObjective,
  x: Float64Array,
  { maxIterations, tolerance, before, onRound }: MaximiseOptions,
): Maximum {
  const { items, starts, of } = objective;
  const models = of.models.map((model) => ITEM_MODELS[model]);
  const own = (values: Float64Array, j: number) => values.subarray(starts[j], starts[j + 1]);
  const best = x.slice();
  let highest = Number.NEGATIVE_INFINITY;
  let logPosterior = highest;

  /** One round from `point`, which moves to the end of its M-step. */
  const round = (point: Float64Array) => {
    logPosterior = objective.evaluate(point);
    if (logPosterior > highest) {
      highest = logPosterior;
      best.set(point);
    }
    for (let j = 0; j < items.count; j++)
      maximiseItem(objective.task(j), own(point, j), objective.space);
  };
  /** An extrapolated item that no prior or model allows returns to where it was. */
  const keepAllowed = (point: Float64Array, otherwise: Float64Array) => {
    for (let j = 0; j < items.count; j++) {
      const at = own(point, j);
      models[j].clamp(at, items.categories[j]);
      const isAllowed =
        at.every(Number.isFinite) &&
        models[j].isPoint(at, items.categories[j]) &&
        !(of.priors[j].slope.family === 'lognormal' && at[0] <= 0);
      if (!isAllowed) at.set(own(otherwise, j));
    }
  };

  const extrapolated = x.slice();
  const last = x.slice();
  const point = x.slice();
  const result = accelerated(
    extrapolated,
    (from, to) => {
      point.set(from);
      keepAllowed(point, last);
      round(point);
      last.set(point);
      to.set(point);
    },
    {
      maxIterations,
      tolerance,
      weights: new Float64Array(x.length).fill(1),
      onRound: ({ iteration, change }) =>
        onRound?.({ iteration: before + iteration, change, logPosterior }),
    },
  );
  x.set(last);
  let { iterations, converged } = result;
  if (objective.evaluate(x) >= highest - FALL) return { iterations, converged };

  x.set(best);
  converged = false;
  while (!converged && iterations < maxIterations) {
    point.set(x);
    round(x);
    iterations++;
    const change = x.reduce((most, value, m) => Math.max(most, Math.abs(value - point[m])), 0);
    onRound?.({ iteration: before + iterations, change, logPosterior });
    converged = change <= tolerance;
  }
  return { iterations, converged };
}
