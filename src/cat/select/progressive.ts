import { information } from '../../irt/information.ts';
import type { Selector } from './selector.ts';
import { testProgress } from './test-progress.ts';

/**
 * The item of greatest (1 − W) R_j + W I_j(θ̂), where R_j is drawn evenly between 0 and the greatest information of an
 * eligible item, and W grows from the first item of the test to 1 at its last: chance at first, while the estimate is
 * poor, then information.
 *
 * @see Revuelta & Ponsoda (1998), Journal of Educational Measurement 35, 311–327; W as in `testProgress`
 */
export function progressive(acceleration: number): Selector {
  let values = new Float64Array(0);
  return ({ bank, ability, eligible, chance, place, longest }) => {
    const { count, a, b, c, d } = bank.items;
    if (values.length !== count) values = new Float64Array(count);
    let greatest = 0;
    for (let j = 0; j < count; j++) {
      if (!eligible(j)) continue;
      values[j] = information(ability, a[j], b[j], c[j], d[j]);
      if (values[j] > greatest) greatest = values[j];
    }
    const share = testProgress(place, longest, acceleration);
    const stream = chance();
    let best = -1;
    let top = Number.NEGATIVE_INFINITY;
    for (let j = 0; j < count; j++) {
      if (!eligible(j)) continue;
      const value = (1 - share) * greatest * stream() + share * values[j];
      if (value > top) {
        best = j;
        top = value;
      }
    }
    return best;
  };
}
