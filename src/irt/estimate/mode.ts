import { type Answers, isMixed } from '../answers.ts';
import { bendBound } from '../bend-bound.ts';
import type { LikelihoodGrid } from '../likelihood-grid.ts';
import { type LikelihoodSlope, likelihoodSlope } from '../likelihood-slope.ts';
import { logLikelihood } from '../log-likelihood.ts';
import type { AbilityEstimate, NormalPrior } from './estimate.ts';

/**
 * A Newton step this short, and this share of the one before, leaves an error of its square: 1e-12. Where steps
 * shrink no faster than by halves (a maximum as flat as a valley), they go on to ROUNDING.
 */
const STEP_TOLERANCE = 1e-6;
const SHRINKS_FAST = 0.01;
const ROUNDING = 1e-11;
/** Bisection alone brings a grid step of 1 to the spacing of numbers within this number of steps. */
const MAX_STEPS = 60;

/**
 * Maximum likelihood, bounded to the ends of the grid. The likelihood of three- and four-parameter items can have
 * several maxima: every maximum of the grid that can be the highest is refined, and the highest wins.
 *
 * If all answers are right or wrong, or worse than guessing, the estimate is a bound and is marked as one.
 * @see Samejima (1973), Psychometrika 38, 221–233 on several maxima
 */
export function estimateMl(answers: Answers, grid: LikelihoodGrid): AbilityEstimate {
  if (isMixed(answers)) return highestMode(answers, grid, 0, 0);
  // Far from steep items the likelihood rounds to 1, so it does not show the direction to the bound.
  const isForward = answers.count > 0 && answers.items.a[answers.index[0]] > 0;
  const isHigher = answers.count > 0 && (isForward ? answers.scores[0] > 0 : answers.scores[0] < 1);
  const ability = grid.nodes[isHigher ? grid.nodes.length - 1 : 0];
  likelihoodSlope(ability, answers, at);
  return { ability, se: 1 / Math.sqrt(at.information), atBound: answers.count > 0 };
}

/** Maximum a posteriori under a normal prior, bounded to the ends of the grid. */
export function estimateMap(
  answers: Answers,
  grid: LikelihoodGrid,
  prior: NormalPrior,
): AbilityEstimate {
  return highestMode(answers, grid, prior.mean, 1 / (prior.sd * prior.sd));
}

function highestMode(
  answers: Answers,
  grid: LikelihoodGrid,
  mean: number,
  precision: number,
): AbilityEstimate {
  const { nodes, step, logLikelihood: sums } = grid;
  const last = nodes.length - 1;
  const nodeHeight = (q: number) => sums[q] - 0.5 * precision * (nodes[q] - mean) ** 2;
  const height = (theta: number) =>
    logLikelihood(theta, answers) - 0.5 * precision * (theta - mean) ** 2;
  const gradientAt = (theta: number) => {
    likelihoodSlope(theta, answers, at);
    return at.slope - precision * (theta - mean);
  };
  const refine = (q: number) => {
    if (q === 0 && gradientAt(nodes[0]) <= 0) return nodes[0];
    if (q === last && gradientAt(nodes[last]) >= 0) return nodes[last];
    const low = Math.max(0, q - 1);
    const high = Math.min(last, q + 1);
    const start = nodes[q] + step * topBeside(nodeHeight, q, last);
    return climb(gradientAt, precision, nodes[low], start, nodes[high]);
  };

  const maxima = gridMaxima(grid, mean, precision);
  let peak = peaks[0];
  for (let m = 1; m < maxima; m++) if (nodeHeight(peaks[m]) > nodeHeight(peak)) peak = peaks[m];
  let best = peak;
  while (best > 0 && nodeHeight(best - 1) === nodeHeight(best)) best--;
  let ability = refine(best);
  if (maxima > 1) {
    // The highest maximum lies beside a node that is at most this much lower than the best node.
    const margin = ((bendBound(answers) + precision) * step * step) / 8;
    const floor = nodeHeight(best) - margin;
    let top = Number.NaN;
    for (let m = 0; m < maxima; m++) {
      if (peaks[m] === peak || nodeHeight(peaks[m]) < floor) continue;
      const rival = refine(peaks[m]);
      if (Number.isNaN(top)) top = height(ability);
      const reached = height(rival);
      if (reached > top) {
        ability = rival;
        top = reached;
      }
    }
  }
  const gradient = gradientAt(ability);
  const atLow = ability === nodes[0] && gradient <= 0;
  const atHigh = ability === nodes[last] && gradient >= 0;
  return {
    ability,
    se: 1 / Math.sqrt(at.information + precision),
    atBound: answers.count > 0 && (atLow || atHigh),
  };
}

/** Nodes that are maxima of the grid, from the left, as of the last call of gridMaxima. */
let peaks = new Int32Array(16);

/** Finds the nodes that are higher than their right neighbour and not lower than their left one; returns their number. */
function gridMaxima(
  { nodes, logLikelihood: sums }: LikelihoodGrid,
  mean: number,
  precision: number,
): number {
  const last = nodes.length - 1;
  let found = 0;
  let isRising = true;
  let here = sums[0] - 0.5 * precision * (nodes[0] - mean) * (nodes[0] - mean);
  for (let q = 0; q <= last; q++) {
    const aside = q < last ? nodes[q + 1] - mean : 0;
    const next =
      q < last ? sums[q + 1] - 0.5 * precision * aside * aside : Number.NEGATIVE_INFINITY;
    if (isRising && here > next) {
      if (found === peaks.length) peaks = Int32Array.from({ ...peaks, length: 2 * found });
      peaks[found++] = q;
    }
    isRising = next >= here;
    here = next;
  }
  return found;
}

/**
 * The position of the maximum relative to node q, a maximum of the grid, in steps within [−1, 1]: that of the polynomial
 * through five nodes, so close that Newton's method usually needs one step; near the ends, that of the parabola through three.
 * 0 if they are in line.
 */
function topBeside(height: (q: number) => number, q: number, last: number): number {
  const here = height(q);
  const fallLeft = here - height(Math.max(0, q - 1));
  const fallRight = here - height(Math.min(last, q + 1));
  const parabola =
    fallLeft > 0 && fallRight > 0 ? (fallLeft - fallRight) / (fallLeft + fallRight) / 2 : 0;
  if (q < 2 || q > last - 2) return parabola;
  const farLeft = here - height(q - 2);
  const farRight = here - height(q + 2);
  // Derivatives at the node by central differences of fourth and second order (Abramowitz & Stegun 1964, 25.3).
  const first = (8 * (fallLeft - fallRight) - (farLeft - farRight)) / 12;
  const second = (farLeft + farRight - 16 * (fallLeft + fallRight)) / 12;
  const third = (farLeft - farRight) / 2 - (fallLeft - fallRight);
  const fourth = 4 * (fallLeft + fallRight) - (farLeft + farRight);
  let aside = parabola;
  for (let step = 0; step < 3; step++) {
    const slope = first + aside * (second + aside * (third / 2 + (aside * fourth) / 6));
    const bend = second + aside * (third + (aside * fourth) / 2);
    aside -= slope / bend;
  }
  return Math.abs(aside) <= 1 ? aside : parabola;
}

/** The information at the ability of the last gradientAt. */
const at: LikelihoodSlope = { slope: 0, information: 0, observed: 0, warm: 0 };

/**
 * The maximum between `low` and `high` by Newton's method from `start`, bisecting where a step would leave the bracket,
 * is not half of the last but one, or goes downhill.
 */
function climb(
  gradientAt: (theta: number) => number,
  precision: number,
  low: number,
  start: number,
  high: number,
): number {
  let theta = start;
  let lastMove = high - low;
  let moveBefore = lastMove;
  for (let step = 0; step < MAX_STEPS; step++) {
    const gradient = gradientAt(theta);
    if (gradient === 0) break;
    if (gradient > 0) low = theta;
    else high = theta;
    let move = gradient / (at.observed + precision);
    const isNewton =
      move > 0 === gradient > 0 &&
      theta + move > low &&
      theta + move < high &&
      Math.abs(move) < moveBefore / 2;
    if (!isNewton) move = (low + high) / 2 - theta;
    theta += move;
    const length = Math.abs(move);
    const isClose = length < STEP_TOLERANCE && length < SHRINKS_FAST * lastMove;
    if (isNewton && (isClose || length < ROUNDING)) break;
    moveBefore = lastMove;
    lastMove = length;
  }
  return theta;
}
