import { expectedInformation } from './expected-information.ts';
import type { KnownPretest, PretestPlan } from './pretest-plan.ts';

/** An ability with its standard error. */
export interface KnownAbility {
  readonly ability: number;
  readonly se: number;
}

/** An item from which an answer teaches this share of what the best one teaches is as suitable. */
const SUITABLE = 0.8;

/**
 * The pretest item to ask at an ability, by its number in the plan; −1 if all are asked. An answer teaches ½ log(1 + v·I): that is how
 * much it is expected to lower the entropy of a normal difficulty of variance v, and the criterion of D-optimality for this one
 * parameter. Of the items of which it teaches nearly the most, the one with the fewest answers is asked, and of several one at random:
 * so all reach enough answers, and tests that run at the same time do not all ask the same one.
 *
 * @param order random numbers, one per item, that decide between equals
 * @see van der Linden & Ren (2015), Psychometrika 80, 263–288; Zheng (2014), New methods of online calibration for item bank
 *   replenishment, University of Illinois
 */
export function choosePretest(
  { items, slope, guessing }: PretestPlan,
  isAsked: Uint8Array,
  at: KnownAbility,
  order: Float64Array,
): number {
  const gains = items.map((item, k) =>
    isAsked[k] === 1 ? Number.NEGATIVE_INFINITY : gainOf(item, at, slope, guessing),
  );
  const least = SUITABLE * gains.reduce((most, gain) => Math.max(most, gain), 0);
  let chosen = -1;
  for (let k = 0; k < items.length; k++) {
    if (gains[k] < least) continue;
    const fewer = chosen < 0 ? -1 : items[k].answers - items[chosen].answers;
    if (fewer < 0 || (fewer === 0 && order[k] < order[chosen])) chosen = k;
  }
  return chosen;
}

function gainOf(
  { b, sd }: KnownPretest,
  { ability, se }: KnownAbility,
  slope: number,
  guessing: number,
): number {
  if (b === null || sd === null) return 0;
  const spread = Math.hypot(se, sd);
  return 0.5 * Math.log1p(sd * sd * expectedInformation(ability - b, spread, slope, guessing));
}
