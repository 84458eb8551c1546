import { information } from '../../irt/information.ts';
import type { Selector } from './selector.ts';
import { testProgress } from './test-progress.ts';

/**
 * An eligible item drawn with a chance proportional to I_j(θ̂)^H, where H = M · W grows from about 0 at the first place
 * of a test of M items (any item alike) to M at its last (nearly always the most informative).
 *
 * @see Segall (2004), in Encyclopedia of Social Measurement; Barrada, Olea, Ponsoda & Abad (2008), British Journal of
 * Mathematical and Statistical Psychology 61, 493–513; W as in `testProgress`
 */
export function proportional(acceleration: number): Selector {
  let sums = new Float64Array(0);
  return ({ bank, ability, eligible, chance, place, longest }) => {
    const { count, a, b, c, d } = bank.items;
    if (sums.length !== count) sums = new Float64Array(count);
    let greatest = 0;
    for (let j = 0; j < count; j++) {
      sums[j] = eligible(j) ? information(ability, a[j], b[j], c[j], d[j]) : -1;
      if (sums[j] > greatest) greatest = sums[j];
    }
    const power = longest * testProgress(place, longest, acceleration);
    let total = 0;
    let last = -1;
    for (let j = 0; j < count; j++) {
      if (sums[j] >= 0) {
        // Relative to the greatest: powers do not underflow for the items that matter.
        total += greatest > 0 ? (sums[j] / greatest) ** power : 1;
        last = j;
      }
      sums[j] = total;
    }
    if (last < 0) return -1;
    const drawn = chance()() * total;
    for (let j = 0; j < last; j++) if (sums[j] > drawn) return j; // An ineligible item has the sum of the one before, which was not above.
    return last;
  };
}
