import type { Answers } from '../answers.ts';
import type { LikelihoodGrid } from '../likelihood-grid.ts';
import { type LikelihoodSlope, likelihoodSlope } from '../likelihood-slope.ts';
import { logLikelihood } from '../log-likelihood.ts';
import type { AbilityEstimate } from './estimate.ts';

/** The weighted score is looked at this often on the scale of ability, at least; its roots are then refined. */
const SCAN_STEP = 0.25;
const ROOT_TOLERANCE = 1e-12;
const MAX_STEPS = 200;

/**
 * Warm's weighted likelihood estimate: the root of Σ(u − P)P′/(PQ) + J/(2I) = 0, which removes the first-order bias of
 * maximum likelihood and is finite for all-right and all-wrong patterns of items without guessing.
 *
 * The root is the maximum of log L(θ) + ∫ J/(2I) dθ. With guessing there can be several; the highest is taken (root
 * finders that stop at the first one, such as catR's, can return a lower one). Bounded to the ends of the grid.
 * @see Warm (1989), Psychometrika 54, 427–450
 */
export function estimateWle(answers: Answers, grid: LikelihoodGrid): AbilityEstimate {
  const { nodes, step } = grid;
  const last = nodes.length - 1;
  const stride = Math.max(1, Math.floor(SCAN_STEP / step + 1e-9));
  let ability = nodes[0];
  let top = Number.NEGATIVE_INFINITY;
  let left = nodes[0];
  let atLeft = weightedScore(left, answers);
  let tiltLeft = atLeft - at.slope;
  let logWeight = 0;
  const offer = (theta: number, logWeightThere: number) => {
    const height = logLikelihood(theta, answers) + logWeightThere;
    if (height > top) {
      top = height;
      ability = theta;
    }
  };
  if (atLeft <= 0) offer(left, 0);
  for (let q = stride; left < nodes[last]; q += stride) {
    const right = nodes[Math.min(q, last)];
    const atRight = weightedScore(right, answers);
    const tiltRight = atRight - at.slope;
    if (atLeft > 0 && atRight <= 0) {
      const root = findRoot(answers, left, right, atLeft, atRight);
      const share = (root - left) / (right - left);
      const tiltRoot = tiltLeft + share * (tiltRight - tiltLeft);
      offer(root, logWeight + ((root - left) * (tiltLeft + tiltRoot)) / 2);
    }
    logWeight += ((right - left) * (tiltLeft + tiltRight)) / 2;
    left = right;
    atLeft = atRight;
    tiltLeft = tiltRight;
  }
  if (atLeft > 0) offer(left, logWeight);
  const score = weightedScore(ability, answers);
  const outside = (ability === nodes[0] && score <= 0) || (ability === nodes[last] && score >= 0);
  return {
    ability,
    se: 1 / Math.sqrt(at.information),
    atBound: answers.count > 0 && outside,
  };
}

const at: LikelihoodSlope = { slope: 0, information: 0, warm: 0 };

function weightedScore(theta: number, answers: Answers): number {
  likelihoodSlope(theta, answers, at);
  // Far from every item the information underflows to 0, and with it the weight.
  return at.information > 0 ? at.slope + at.warm / (2 * at.information) : at.slope;
}

/** The root in [low, high] by the Illinois variant of regula falsi (Dowell & Jarratt 1971). */
function findRoot(
  answers: Answers,
  low: number,
  high: number,
  atLow: number,
  atHigh: number,
): number {
  for (let step = 0; step < MAX_STEPS && high - low > ROOT_TOLERANCE; step++) {
    let middle = low + ((high - low) * atLow) / (atLow - atHigh);
    if (!(middle > low && middle < high)) middle = (low + high) / 2;
    const here = weightedScore(middle, answers);
    if (here === 0) return middle;
    if (here > 0) {
      low = middle;
      atLow = here;
      atHigh /= 2;
    } else {
      high = middle;
      atHigh = here;
      atLow /= 2;
    }
  }
  return (low + high) / 2;
}
