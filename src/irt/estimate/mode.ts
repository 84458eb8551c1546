import type { Answers } from '../answers.ts';
import type { LikelihoodGrid } from '../likelihood-grid.ts';
import { type LikelihoodSlope, likelihoodSlope } from '../likelihood-slope.ts';
import { logLikelihood } from '../log-likelihood.ts';
import type { AbilityEstimate, NormalPrior } from './estimate.ts';

/** Newton steps end when they are shorter than this: far below any standard error, above rounding. */
const STEP_TOLERANCE = 1e-11;
const MAX_STEPS = 100;
/**
 * A second maximum is refined when its node lies this close below the best node. A node can lie below its own
 * maximum by ½ I (step/2)²: at a step of 0.05 that is below 5 up to an information of 16,000.
 */
const RIVAL_MARGIN = 5;

/**
 * Maximum likelihood, bounded to the ends of the grid. The likelihood of three- and four-parameter items can have
 * several maxima: every maximum of the grid that can be the highest is refined, and the highest wins.
 *
 * All right, all wrong, or worse than guessing: the estimate is a bound, and says so.
 * @see Samejima (1973), Psychometrika 38, 221–233 on several maxima
 */
export function estimateMl(answers: Answers, grid: LikelihoodGrid): AbilityEstimate {
  return highestMode(answers, grid, 0, 0);
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
  const { nodes, logLikelihood: sums } = grid;
  const last = nodes.length - 1;
  const nodeHeight = (q: number) => sums[q] - 0.5 * precision * (nodes[q] - mean) ** 2;
  const height = (theta: number) =>
    logLikelihood(theta, answers) - 0.5 * precision * (theta - mean) ** 2;
  let best = 0;
  for (let q = 1; q <= last; q++) if (nodeHeight(q) > nodeHeight(best)) best = q;
  const floor = nodeHeight(best) - RIVAL_MARGIN;

  let ability = refine(answers, nodes, best, mean, precision);
  let top = Number.NaN;
  for (let q = 0; q <= last; q++) {
    const here = nodeHeight(q);
    const isRival =
      q !== best &&
      here >= floor &&
      (q === 0 || here > nodeHeight(q - 1)) &&
      (q === last || here > nodeHeight(q + 1));
    if (!isRival) continue;
    const rival = refine(answers, nodes, q, mean, precision);
    if (Number.isNaN(top)) top = height(ability);
    const reached = height(rival);
    if (reached > top) {
      ability = rival;
      top = reached;
    }
  }
  const gradient = gradientAt(ability, answers, mean, precision);
  const atLow = ability === nodes[0] && gradient <= 0;
  const atHigh = ability === nodes[last] && gradient >= 0;
  return {
    ability,
    se: 1 / Math.sqrt(at.information + precision),
    atBound: answers.count > 0 && (atLow || atHigh),
  };
}

const at: LikelihoodSlope = { slope: 0, information: 0, warm: 0 };

function gradientAt(theta: number, answers: Answers, mean: number, precision: number): number {
  likelihoodSlope(theta, answers, at);
  return at.slope - precision * (theta - mean);
}

/** The maximum around node q: a bound where the derivative points out of it, else Fisher scoring in a bracket. */
function refine(
  answers: Answers,
  nodes: Float64Array,
  q: number,
  mean: number,
  precision: number,
): number {
  const last = nodes.length - 1;
  let theta = nodes[q];
  let gradient = gradientAt(theta, answers, mean, precision);
  if ((q === 0 && gradient <= 0) || (q === last && gradient >= 0)) return theta;
  let low = nodes[Math.max(0, q - 1)];
  let high = nodes[Math.min(last, q + 1)];
  for (let step = 0; step < MAX_STEPS && gradient !== 0; step++) {
    if (gradient > 0) low = theta;
    else high = theta;
    let next = theta + gradient / (at.information + precision);
    if (!(next > low && next < high)) next = (low + high) / 2;
    const moved = Math.abs(next - theta);
    theta = next;
    if (moved < STEP_TOLERANCE) break;
    gradient = gradientAt(theta, answers, mean, precision);
  }
  return theta;
}
