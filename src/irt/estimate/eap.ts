import type { Answers } from '../answers.ts';
import { gridOf, type LikelihoodGrid } from '../likelihood-grid.ts';
import type { AbilityEstimate, NormalPrior } from './estimate.ts';

/**
 * The trapezoidal sum of a normal density is exact to 2·exp(−2π²(sd/step)²): 1e-12 when the step is at most
 * this share of the standard deviation.
 */
const STEPS_PER_SD = 1.2;
/** Nodes whose log-posterior lies further below the maximum carry less than rounding. */
const NEGLIGIBLE = 40;
const MAX_REFINEMENTS = 12;

/**
 * Expected a posteriori: mean and standard deviation of the posterior under a normal prior, by the trapezoidal rule on
 * the grid (Bock & Mislevy 1982). Where the posterior is too narrow for the grid, it is computed again on a finer grid
 * around its mass, so that tests of tens of thousands of items are as exact as short ones.
 *
 * @param refine false keeps to the nodes of the grid, as programs with fixed quadrature do
 */
export function estimateEap(
  answers: Answers,
  grid: LikelihoodGrid,
  prior: NormalPrior,
  refine = true,
): AbilityEstimate {
  let current = grid;
  let moments = posteriorMoments(current, prior);
  for (let k = 0; refine && k < MAX_REFINEMENTS; k++) {
    if (moments.se >= STEPS_PER_SD * current.step) break;
    const { nodes, step } = current;
    const low = Math.max(grid.nodes[0], nodes[moments.first] - step);
    const high = Math.min(grid.nodes[grid.nodes.length - 1], nodes[moments.last] + step);
    current = gridOf(answers, low, high, Math.min(step / 4, (high - low) / 40));
    moments = posteriorMoments(current, prior);
  }
  return { ability: moments.ability, se: moments.se, atBound: false };
}

function posteriorMoments(
  grid: LikelihoodGrid,
  prior: NormalPrior,
): { ability: number; se: number; first: number; last: number } {
  const { nodes, logLikelihood } = grid;
  const end = nodes.length - 1;
  const height = (q: number) => logLikelihood[q] - 0.5 * ((nodes[q] - prior.mean) / prior.sd) ** 2;
  let top = Number.NEGATIVE_INFINITY;
  for (let q = 0; q <= end; q++) top = Math.max(top, height(q));
  let mass = 0;
  let mean = 0;
  let first = end;
  let last = 0;
  for (let q = 0; q <= end; q++) {
    const below = height(q) - top;
    if (below < -NEGLIGIBLE) continue;
    const weight = Math.exp(below) * (q === 0 || q === end ? 0.5 : 1);
    mass += weight;
    mean += weight * nodes[q];
    if (q < first) first = q;
    last = q;
  }
  mean /= mass;
  let variance = 0;
  for (let q = first; q <= last; q++) {
    const weight = Math.exp(height(q) - top) * (q === 0 || q === end ? 0.5 : 1);
    variance += weight * (nodes[q] - mean) ** 2;
  }
  return { ability: mean, se: Math.sqrt(variance / mass), first, last };
}
