import type { Answers } from './answers.ts';
import { logLikelihood } from './log-likelihood.ts';
import { logComplement, logProbability } from './log-probability.ts';
import type { ItemParameters } from './parameters.ts';

/** The log-likelihood of some answers at equally spaced abilities. */
export interface LikelihoodGrid {
  /** Equally spaced abilities, ascending. */
  readonly nodes: Float64Array;
  readonly step: number;
  /** One entry per node. */
  readonly logLikelihood: Float64Array;
}

/**
 * An empty grid (log-likelihood 0) over [low, high] with steps of at most `step`. The number of intervals is even, so
 * that every second node is a grid too.
 */
export function emptyGrid(low: number, high: number, step: number): LikelihoodGrid {
  const intervals = 2 * Math.max(1, Math.ceil((high - low) / (2 * step) - 1e-9));
  const width = (high - low) / intervals;
  const nodes = Float64Array.from({ length: intervals + 1 }, (_, k) => low + k * width);
  nodes[intervals] = high;
  return { nodes, step: width, logLikelihood: new Float64Array(intervals + 1) };
}

/** A grid without answers at the abilities of another one, which the two share. */
export function blankGrid({ nodes, step }: LikelihoodGrid): LikelihoodGrid {
  return { nodes, step, logLikelihood: new Float64Array(nodes.length) };
}

/** Adds the answer `score` to item `j` to the grid in place. */
export function addAnswer(
  grid: LikelihoodGrid,
  items: ItemParameters,
  j: number,
  score: number,
): void {
  const { nodes, logLikelihood: sum } = grid;
  const a = items.a[j];
  const b = items.b[j];
  const c = items.c[j];
  const d = items.d[j];
  if (score > 0)
    for (let q = 0; q < nodes.length; q++) sum[q] += score * logProbability(nodes[q], a, b, c, d);
  if (score < 1)
    for (let q = 0; q < nodes.length; q++)
      sum[q] += (1 - score) * logComplement(nodes[q], a, b, c, d);
}

/** The grid of `answers` over [low, high]. */
export function gridOf(answers: Answers, low: number, high: number, step: number): LikelihoodGrid {
  const grid = emptyGrid(low, high, step);
  for (let q = 0; q < grid.nodes.length; q++)
    grid.logLikelihood[q] = logLikelihood(grid.nodes[q], answers);
  return grid;
}

/**
 * A step fine enough to resolve every maximum of the likelihood of items whose largest |a| is `steepest`: the logistic function
 * bends over a width of 1/a, and the step is half of that. Between 0.01 and `coarsest`.
 */
export function finestStep(steepest: number, coarsest: number): number {
  return Math.min(coarsest, Math.max(0.01, 0.5 / steepest));
}

/** The step for any answers to `items`: see finestStep. */
export function stepFor(items: ItemParameters, coarsest: number): number {
  let steepest = 0;
  for (let j = 0; j < items.count; j++) steepest = Math.max(steepest, Math.abs(items.a[j]));
  return finestStep(steepest, coarsest);
}
