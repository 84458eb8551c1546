import type { Answers } from '../answers.ts';
import { bendBound } from '../bend-bound.ts';
import { gridOf, type LikelihoodGrid } from '../likelihood-grid.ts';
import type { AbilityEstimate, NormalPrior } from './estimate.ts';

/** The trapezoidal sum of a normal density is exact to 2·exp(−2π²(sd/step)²): 1e-12 with this many steps. */
const STEPS_PER_SD = 1.2;
/**
 * By how much of a standard deviation the moments may change when every second node is left out. Halving the step
 * raises the error of a smooth posterior to the fourth power (1e-4 becomes 1e-16), and divides the error at an end that
 * cuts the posterior off by 2⁷ (1e-7 becomes 1e-9).
 */
const MAY_CHANGE = { inside: 1e-4, cutOff: 1e-7 };
/** Nodes whose log-posterior lies further below the maximum carry less than rounding. */
const NEGLIGIBLE = 40;
const LEAST_DENSITY = Math.exp(-NEGLIGIBLE);
/**
 * A posterior whose density at a bound is above this share of its maximum goes on beyond it. Its mean lies inside the range wherever that ends, so it alone cannot show this.
 * The share is that of `furthestAbility`.
 */
export const CUT_OFF = 1 / 20;
const MAX_REFINEMENTS = 12;
/** A grid is never finer than that: what is left of the error then is far below the precision of a narrow posterior's mean. */
const MOST_INTERVALS = 4096;
/** A prior narrower than this, relative to its mean, leaves a single ability. */
const SPACING = 1e-12;
/** Intervals of the first grid under a narrow prior: about four per standard deviation. */
const INTERVALS_NEAR = 80;
/** Weights at the ends of the trapezoidal rule that correct it by six differences (Gregory 1670): error O(step⁷). */
const END_WEIGHTS = [36799, 176648, 54851, 177984, 89437, 130936, 119585].map((w) => w / 120960);
const PLAIN_END_WEIGHTS = [0.5];
/** With fewer nodes, the corrected ends of every second node would overlap. */
const FEWEST_INTERVALS = 4 * END_WEIGHTS.length;

/**
 * Expected a posteriori (Bock & Mislevy 1982): mean and standard deviation of the posterior under a normal prior, cut off at
 * the ends of the grid. The trapezoidal rule with corrected ends; where the posterior is too narrow for the grid, it is
 * computed again on a finer grid around its mass. So tests of tens of thousands of items are as exact as short ones, to 1e-9
 * standard deviations. If the prior is narrower than the grid, the grid is placed where the mass is, so the work is bounded for
 * any prior.
 *
 * @param refine false keeps to the plain trapezoidal rule on the grid, as programs with fixed quadrature do
 */
export function estimateEap(
  answers: Answers,
  grid: LikelihoodGrid,
  prior: NormalPrior,
  refine = true,
): AbilityEstimate {
  let current = grid;
  if (refine && prior.sd < grid.step) {
    const { low, high, top } = massRange(answers, grid, prior);
    const width = high - low;
    if (width <= SPACING * Math.max(1, Math.abs(top)))
      return { ability: top, se: prior.sd, atBound: false };
    if (width < INTERVALS_NEAR * grid.step)
      current = gridOf(answers, low, high, width / INTERVALS_NEAR);
  }
  let density = densityOn(current, prior);
  let moments = momentsOf(current.nodes, density, 1, refine);
  for (let k = 0; refine && k < MAX_REFINEMENTS; k++) {
    if (isSettled(current, density, moments)) break;
    const finer = gridOf(answers, ...finerRange(answers, current, density, prior));
    if (finer.step >= current.step) break;
    current = finer;
    density = densityOn(current, prior);
    moments = momentsOf(current.nodes, density, 1, true);
  }
  const isCutOff = (end: number, bound: number) =>
    current.nodes[end] === bound && density[end] > CUT_OFF;
  const [low, high] = [grid.nodes[0], grid.nodes[grid.nodes.length - 1]];
  const atBound =
    answers.count > 0 && (isCutOff(0, low) || isCutOff(current.nodes.length - 1, high));
  return { ability: moments.mean, se: moments.sd, atBound };
}

interface Moments {
  readonly mean: number;
  readonly sd: number;
}

let buffer = new Float64Array(256);

/** The posterior density at the nodes, its maximum scaled to 1; valid until the next call. */
function densityOn(grid: LikelihoodGrid, prior: NormalPrior): Float64Array {
  const { nodes, logLikelihood } = grid;
  if (buffer.length < nodes.length) buffer = new Float64Array(2 * nodes.length);
  let top = Number.NEGATIVE_INFINITY;
  for (let q = 0; q < nodes.length; q++) {
    const height = logLikelihood[q] - 0.5 * ((nodes[q] - prior.mean) / prior.sd) ** 2;
    buffer[q] = height;
    if (height > top) top = height;
  }
  for (let q = 0; q < nodes.length; q++) buffer[q] = Math.exp(buffer[q] - top);
  return buffer;
}

/** Mean and standard deviation from every `stride`-th node, with plain or corrected trapezoidal weights. */
function momentsOf(
  nodes: Float64Array,
  density: Float64Array,
  stride: number,
  corrected: boolean,
): Moments {
  const last = Math.floor((nodes.length - 1) / stride);
  const ends = corrected && last >= 2 * END_WEIGHTS.length ? END_WEIGHTS : PLAIN_END_WEIGHTS;
  let mass = 0;
  let first = 0;
  let second = 0;
  for (let k = 0; k <= last; k++) {
    const value = density[k * stride];
    if (value < LEAST_DENSITY) continue;
    const fromEnd = Math.min(k, last - k);
    const weight = fromEnd < ends.length ? ends[fromEnd] * value : value;
    mass += weight;
    first += weight * nodes[k * stride];
  }
  const mean = first / mass;
  for (let k = 0; k <= last; k++) {
    const value = density[k * stride];
    if (value < LEAST_DENSITY) continue;
    const fromEnd = Math.min(k, last - k);
    const weight = fromEnd < ends.length ? ends[fromEnd] * value : value;
    second += weight * (nodes[k * stride] - mean) ** 2;
  }
  return { mean, sd: Math.sqrt(second / mass) };
}

/** True if the grid is fine enough for this posterior: see MAY_CHANGE. */
function isSettled(grid: LikelihoodGrid, density: Float64Array, moments: Moments): boolean {
  const end = grid.nodes.length - 1;
  if (end < FEWEST_INTERVALS || end % 2 === 1) return false;
  if (!(moments.sd >= STEPS_PER_SD * grid.step)) return false;
  const coarser = momentsOf(grid.nodes, density, 2, true);
  const isCutOff = Math.max(density[0], density[end]) > LEAST_DENSITY;
  const mayChange = moments.sd * (isCutOff ? MAY_CHANGE.cutOff : MAY_CHANGE.inside);
  return (
    Math.abs(coarser.mean - moments.mean) <= mayChange &&
    Math.abs(coarser.sd - moments.sd) <= mayChange
  );
}

/** The arguments of a new grid: the range of the mass, and a step at least four times finer. */
function finerRange(
  answers: Answers,
  { nodes, step }: LikelihoodGrid,
  density: Float64Array,
  prior: NormalPrior,
): [low: number, high: number, step: number] {
  // Between two nodes the log-posterior can rise this much above them.
  const rise = ((bendBound(answers) + prior.sd ** -2) * step * step) / 8;
  const negligible = Math.exp(-NEGLIGIBLE - rise);
  const end = nodes.length - 1;
  let first = 0;
  let last = end;
  while (first < end && density[first] < negligible) first++;
  while (last > 0 && density[last] < negligible) last--;
  const low = nodes[Math.max(0, first - 1)];
  const high = nodes[Math.min(end, last + 1)];
  const width = high - low;
  return [low, high, Math.max(Math.min(step / 4, width / 40), width / MOST_INTERVALS)];
}

/**
 * The range where the posterior under a narrow prior is not negligible: around p, the ability on the grid with the highest
 * prior density. With S the bound of the slope of the log-likelihood, the log-posterior at x lies at most S·|x − p| − (x −
 * p)²/(2sd²) above that at p.
 */
function massRange(
  { items, index, count }: Answers,
  { nodes }: LikelihoodGrid,
  { mean, sd }: NormalPrior,
): { readonly low: number; readonly high: number; readonly top: number } {
  let slope = 0;
  for (let k = 0; k < count; k++) slope += Math.abs(items.a[index[k]]);
  const [lowest, highest] = [nodes[0], nodes[nodes.length - 1]];
  const top = Math.min(highest, Math.max(lowest, mean));
  const pull = slope * sd * sd;
  const width = pull + Math.sqrt(pull * pull + 2 * NEGLIGIBLE * sd * sd);
  return { low: Math.max(lowest, top - width), high: Math.min(highest, top + width), top };
}
