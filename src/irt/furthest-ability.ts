import type { Answers } from './answers.ts';
import { logLikelihood } from './log-likelihood.ts';

/** An ability is possible if its log-likelihood is at most this far below the greatest: log 20. */
const LEAST_LIKELY = Math.log(20);
/** Step of the search away from the bound: 48 steps are the width of the usual bounds. */
const STEP = 0.25;
const MOST_STEPS = 48;
/** Halves the last step to 1e-4, far below any standard error. */
const HALVINGS = 12;

/**
 * For an estimate on a bound of ability: the ability furthest from that bound that the answers still allow. There the
 * likelihood has fallen to a twentieth of the greatest. A standard error from the information has no meaning at a bound. If all
 * answers are right and the curves are 1 at the bound, this is the exact one-sided 95% limit: below it, this many right answers
 * in a row have a probability under 5%.
 *
 * @param bound the estimate: the highest ability if it is above 0, else the lowest
 * @returns at most 12 away from the bound
 * @see Clopper & Pearson (1934), Biometrika 26, 404–413, for the limit when all trials succeed
 */
export function furthestAbility(bound: number, answers: Answers): number {
  const step = bound > 0 ? -STEP : STEP;
  let top = logLikelihood(bound, answers);
  const isPossible = (theta: number) => {
    const height = logLikelihood(theta, answers);
    if (height > top) top = height;
    return height >= top - LEAST_LIKELY;
  };
  let k = 0;
  while (k < MOST_STEPS && isPossible(bound + (k + 1) * step)) k++;
  let inside = bound + k * step;
  if (k === MOST_STEPS) return inside;
  let outside = inside + step;
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (inside + outside) / 2;
    if (isPossible(middle)) inside = middle;
    else outside = middle;
  }
  return outside;
}
