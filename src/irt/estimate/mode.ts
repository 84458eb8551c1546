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
/** Bisection alone brings a grid step of 1 to the spacing of numbers in so many. */
const MAX_STEPS = 60;

/**
 * Maximum likelihood, bounded to the ends of the grid. The likelihood of three- and four-parameter items can have
 * several maxima: every maximum of the grid that can be the highest is refined, and the highest wins.
 *
 * All right, all wrong, or worse than guessing: the estimate is a bound, and says so.
 * @see Samejima (1973), Psychometrika 38, 221–233 on several maxima
 */
export function estimateMl(answers: Answers, grid: LikelihoodGrid): AbilityEstimate {
  if (isMixed(answers)) return highestMode(answers, grid, 0, 0);
  // Far from steep items the likelihood is 1 to rounding: the way to the bound cannot be read from it.
  const isRight = answers.count > 0 && answers.scores[0] > 0;
  const ability = grid.nodes[isRight ? grid.nodes.length - 1 : 0];
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
    // The top of the parabola through three nodes, which is their middle where they are in line.
    const left = nodeHeight(q) - nodeHeight(low);
    const right = nodeHeight(q) - nodeHeight(high);
    const aside = left > 0 && right > 0 ? (left - right) / (left + right) / 2 : 0;
    return climb(gradientAt, precision, nodes[low], nodes[q] + step * aside, nodes[high]);
  };

  let best = 0;
  for (let q = 1; q <= last; q++) if (nodeHeight(q) > nodeHeight(best)) best = q;
  // The highest maximum lies beside a node that is at most this much lower than the best node.
  const margin = ((bendBound(answers) + precision) * step * step) / 8;
  const floor = nodeHeight(best) - margin;
  let ability = refine(best);
  let top = Number.NaN;
  for (let q = 0; q <= last; q++) {
    const here = nodeHeight(q);
    const isRival =
      q !== best &&
      here >= floor &&
      (q === 0 || here >= nodeHeight(q - 1)) &&
      (q === last || here > nodeHeight(q + 1));
    if (!isRival) continue;
    const rival = refine(q);
    if (Number.isNaN(top)) top = height(ability);
    const reached = height(rival);
    if (reached > top) {
      ability = rival;
      top = reached;
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

/** What gradientAt left behind: the information at the same ability. */
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
