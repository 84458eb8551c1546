import { expect } from 'vitest';
import type { HeldOutErrors } from '../../../src/ranking/robust/held-out-tests.ts';

/** Engines may differ in the last digits of exponentials: ratios agree to a millionth. */
export function closeTrials(computed: HeldOutErrors, shipped: HeldOutErrors): void {
  const ratiosOf = ({ ratios, tagRatios }: HeldOutErrors) => [
    ...ratios.flat(),
    ...tagRatios.flat(2),
  ];
  const expected = ratiosOf(shipped);
  expect(ratiosOf(computed)).toHaveLength(expected.length);
  ratiosOf(computed).forEach((ratio, k) => {
    expect(Math.abs(ratio - expected[k])).toBeLessThan(1e-6 * (1 + expected[k]));
  });
}
