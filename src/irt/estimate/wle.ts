import type { Answers } from '../answers.ts';
import { finestStep, type LikelihoodGrid } from '../likelihood-grid.ts';
import { type LikelihoodSlope, likelihoodSlope } from '../likelihood-slope.ts';
import { logLikelihood } from '../log-likelihood.ts';
import type { AbilityEstimate } from './estimate.ts';
import { findRoot } from './find-root.ts';

/** Greatest step at which the weighted score is evaluated; its roots are then refined. */
const SCAN_STEP = 0.25;
const ROOT_TOLERANCE = 1e-12;
/** Below this the information is about to underflow, and J/(2I) with it. */
const LEAST_INFORMATION = 1e-290;
/** Three-point Gauss-Legendre rule on [−1, 1]. */
const GAUSS = [
  { node: -Math.sqrt(0.6), weight: 5 / 9 },
  { node: 0, weight: 8 / 9 },
  { node: Math.sqrt(0.6), weight: 5 / 9 },
];

/** Slope, information and Warm's J of some answers, one entry per node of their grid: see LikelihoodSlope. */
export interface SlopeGrid {
  readonly slope: Float64Array;
  readonly information: Float64Array;
  readonly warm: Float64Array;
}

/**
 * Warm's weighted likelihood estimate: the root of Σ(u − P)P′/(PQ) + J/(2I) = 0, which removes the first-order bias of
 * maximum likelihood and is finite for all-right and all-wrong patterns of items without guessing.
 *
 * The root is the maximum of log L(θ) + ∫ J/(2I) dθ. With guessing there can be several; the highest is taken (root
 * finders that stop at the first one, such as catR's, can return a lower one). Bounded to the ends of the grid.
 *
 * @param slopes if the caller has them at the nodes already; otherwise they are computed
 * @see Warm (1989), Psychometrika 54, 427–450
 */
export function estimateWle(
  answers: Answers,
  grid: LikelihoodGrid,
  slopes?: SlopeGrid,
): AbilityEstimate {
  const { nodes, step } = grid;
  const last = nodes.length - 1;
  const scanStep = scanStepFor(answers);
  const stride = Math.max(1, Math.floor(scanStep / step + 1e-9));
  const scoreAtNode = (q: number) => {
    if (slopes === undefined) return weightedScore(nodes[q], answers);
    at.slope = slopes.slope[q];
    at.information = slopes.information[q];
    at.warm = slopes.warm[q];
    return at.slope + tilt(nodes[q], answers);
  };

  let ability = Number.NaN;
  const offer = (theta: number) => {
    if (Number.isNaN(ability) || isHigher(theta, ability, answers, scanStep)) ability = theta;
  };
  let left = 0;
  let atLeft = scoreAtNode(0);
  if (atLeft <= 0) offer(nodes[0]);
  while (left < last) {
    const right = Math.min(left + stride, last);
    const atRight = scoreAtNode(right);
    if (atLeft > 0 && atRight <= 0) {
      const score = (theta: number) => weightedScore(theta, answers);
      offer(findRoot(score, nodes[left], nodes[right], atLeft, atRight, ROOT_TOLERANCE));
    }
    left = right;
    atLeft = atRight;
  }
  if (atLeft > 0) offer(nodes[last]);

  const score = weightedScore(ability, answers);
  const outside = (ability === nodes[0] && score <= 0) || (ability === nodes[last] && score >= 0);
  return {
    ability,
    se: 1 / Math.sqrt(at.information),
    atBound: answers.count > 0 && outside,
  };
}

const at: LikelihoodSlope = { slope: 0, information: 0, observed: 0, warm: 0 };

function weightedScore(theta: number, answers: Answers): number {
  likelihoodSlope(theta, answers, at);
  return at.slope + tilt(theta, answers);
}

/**
 * J/(2I), the derivative of the log-weight, from `at`. Far from every item it tends to ± a/2 of the item whose
 * information decays last, which is the one with the least |a(θ − b)|.
 */
function tilt(theta: number, answers: Answers): number {
  if (at.information > LEAST_INFORMATION) return at.warm / (2 * at.information);
  const { a, b } = answers.items;
  let nearest = Number.POSITIVE_INFINITY;
  let limit = 0;
  for (let k = 0; k < answers.count; k++) {
    const j = answers.index[k];
    const z = a[j] * (theta - b[j]);
    if (Math.abs(z) >= nearest) continue;
    nearest = Math.abs(z);
    limit = z > 0 ? -a[j] / 2 : a[j] / 2;
  }
  return limit;
}

function scanStepFor(answers: Answers): number {
  const { a } = answers.items;
  let steepest = 0;
  for (let k = 0; k < answers.count; k++)
    steepest = Math.max(steepest, Math.abs(a[answers.index[k]]));
  return finestStep(steepest, SCAN_STEP);
}

/** True where log L + ∫ J/(2I) is higher at `theta` than at `other`. */
function isHigher(theta: number, other: number, answers: Answers, panelWidth: number): boolean {
  const panels = Math.ceil(Math.abs(theta - other) / panelWidth);
  const half = (theta - other) / panels / 2;
  let rise = logLikelihood(theta, answers) - logLikelihood(other, answers);
  for (let panel = 0; panel < panels; panel++) {
    const middle = other + (2 * panel + 1) * half;
    for (const { node, weight } of GAUSS) {
      const x = middle + node * half;
      likelihoodSlope(x, answers, at);
      rise += weight * half * tilt(x, answers);
    }
  }
  return rise > 0;
}
