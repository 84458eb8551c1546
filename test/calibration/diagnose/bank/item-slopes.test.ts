import { expect, test } from 'vitest';
import { parameterSlopes } from '../../../../calibration/diagnose/bank/item-slopes.ts';
import { itemParameters } from '../../../../src/irt/parameters.ts';
import { probability } from '../../../../src/irt/probability.ts';

const STEP = 1e-5;
/** The error of a central difference with this step, and rounding over it. */
const TOLERANCE = 1e-8;

test('slopes by every parameter of a curve are differences of the curve', () => {
  const own: Record<'a' | 'b' | 'c' | 'd', number> = { a: 1.4, b: 0.3, c: 0.22, d: 0.93 };
  const items = itemParameters({ a: [own.a], b: [own.b], c: [own.c], d: [own.d] });
  const slopes = parameterSlopes(items, {
    slopes: 'each',
    difficulties: true,
    guessing: 'each',
    upper: 'each',
  });
  for (const theta of [-2.5, -0.4, 0.3, 1.9])
    (['a', 'b', 'c', 'd'] as const).forEach((name, k) => {
      const at = (value: number) => {
        const { a, b, c, d } = Object.assign({}, own, { [name]: value });
        return probability(theta, a, b, c, d);
      };
      const difference = (at(own[name] + STEP) - at(own[name] - STEP)) / (2 * STEP);
      expect(Math.abs(slopes[k].at(theta, 0) - difference), `${name} at ${theta}`).toBeLessThan(
        TOLERANCE,
      );
    });
});
