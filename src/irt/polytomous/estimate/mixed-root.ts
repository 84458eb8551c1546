import type { AbilityEstimate } from '../../estimate/estimate.ts';
import { findRoot } from '../../estimate/find-root.ts';
import { finestStep } from '../../likelihood-grid.ts';
import type { LikelihoodSlope } from '../../likelihood-slope.ts';
import { type MixedAnswers, mixedLogLikelihood, mixedSlope } from '../mixed-answers.ts';
import { steepestSlope } from '../steepest-slope.ts';

const COARSEST = 0.25;
const TOLERANCE = 1e-12;
/** Below this the information is about to underflow, and J/(2I) with it. */
const LEAST_INFORMATION = 1e-290;

/**
 * The maximum on [low, high] of the likelihood (`weighted` false), or of Warm's weighted likelihood log L + ∫ J/(2I) (true), which has no
 * first-order bias. Both are scanned in steps that the steepest item allows; the zeros of the slope between them are refined, and the highest
 * maximum wins. With items that have several categories the likelihood has one maximum, with guessing it can have several.
 *
 * Warm's J/(2I) is defined wherever there is information, so for all response models here. Where it underflows it counts as 0.
 * @returns a bound, marked as one, if the slope leads out of the range there
 * @see Warm (1989), Psychometrika 54, 427–450; Samejima (1998), Psychometrika 63, 111–130; Penfield & Bergeron (2005), Applied Psychological
 * Measurement 29, 218–233, for the partial credit model
 */
export function mixedRoot(
  answers: MixedAnswers,
  low: number,
  high: number,
  weighted: boolean,
): AbilityEstimate {
  const at: LikelihoodSlope = { slope: 0, information: 0, observed: 0, warm: 0 };
  const slopeAt = (theta: number) => {
    mixedSlope(theta, answers, at);
    return at.slope + tiltOf(at, weighted);
  };
  const intervals = Math.ceil((high - low) / finestStep(steepestSlope(answers.items), COARSEST));
  const step = (high - low) / intervals;
  const nodeAt = (q: number) => (q === intervals ? high : low + q * step);

  let best = low;
  let bestHeight = Number.NEGATIVE_INFINITY;
  // ∫ J/(2I) from `low` on, by Simpson's rule on each interval.
  let weight = 0;
  const offer = (theta: number, beyond: number) => {
    const height = mixedLogLikelihood(theta, answers) + beyond;
    if (height <= bestHeight) return;
    best = theta;
    bestHeight = height;
  };
  const tiltAt = (theta: number) => {
    mixedSlope(theta, answers, at);
    return tiltOf(at, weighted);
  };
  const area = (from: number, to: number) =>
    weighted ? ((to - from) / 6) * (tiltAt(from) + 4 * tiltAt((from + to) / 2) + tiltAt(to)) : 0;

  let atLeft = slopeAt(low);
  if (atLeft <= 0) offer(low, 0);
  for (let q = 0; q < intervals; q++) {
    const [left, right] = [nodeAt(q), nodeAt(q + 1)];
    const atRight = slopeAt(right);
    if (atLeft > 0 && atRight <= 0) {
      const root = findRoot(slopeAt, left, right, atLeft, atRight, TOLERANCE);
      offer(root, weight + area(left, root));
    }
    weight += area(left, right);
    atLeft = atRight;
  }
  if (atLeft > 0) offer(high, weight);
  const slope = slopeAt(best);
  const isOutside = (best === low && slope <= 0) || (best === high && slope >= 0);
  return {
    ability: best,
    se: 1 / Math.sqrt(at.information),
    atBound: answers.count > 0 && isOutside,
  };
}

/** J/(2I), the derivative of the log-weight. */
function tiltOf({ information, warm }: LikelihoodSlope, weighted: boolean): number {
  return weighted && information > LEAST_INFORMATION ? warm / (2 * information) : 0;
}
