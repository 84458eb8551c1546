import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holm } from '../../src/statistics/holm.ts';
import { holmDiscrete } from '../../src/statistics/holm-discrete.ts';
import { mcnemarExact } from '../../src/statistics/mcnemar.ts';
import { signFlipTest } from '../../src/statistics/sign-flip-test.ts';

/** Rounding of sums of up to 2⁶⁰ equal terms. */
const DIGITS = 12;

/** By all 2ⁿ signs. */
function enumerated(differences: readonly number[]): number {
  const found = differences.reduce((sum, d) => sum + d, 0);
  let count = 0;
  for (let signs = 0; signs < 2 ** differences.length; signs++) {
    const sum = differences.reduce(
      (total, d, k) => total + ((signs >> k) & 1 ? Math.abs(d) : -Math.abs(d)),
      0,
    );
    count += Math.abs(sum - found) < 1e-9 ? 0.5 : Number(sum > found);
  }
  return count / 2 ** differences.length;
}

describe('the test by changing signs', () => {
  test('is that of all signs', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -10, max: 10 }), { minLength: 1, maxLength: 9 }),
        (parts) => {
          // With a largest size that is a divisor of 50 parts nothing is rounded.
          const differences = [...parts, 10].map((d) => d / 10);
          expect(signFlipTest(Float64Array.from(differences)).p).toBeCloseTo(
            enumerated(differences.filter((d) => d !== 0)),
            DIGITS,
          );
        },
      ),
    );
  });

  test('of right and wrong answers is McNemar’s with half of the probability of what was found', () => {
    // 7 to 2 of 9: P(B ≥ 7) = 46/512, P(B = 7) = 36/512.
    const { p, attainable } = signFlipTest(Float64Array.of(1, 1, 1, 1, 1, 1, 1, -1, -1, 0, 0));
    expect(p).toBeCloseTo((46 - 18) / 512, DIGITS);
    expect(p + 18 / 512).toBeCloseTo(mcnemarExact(2, 7)! / 2, DIGITS);
    expect(attainable).toHaveLength(10);
    expect(attainable![0]).toBeCloseTo(0.5 / 512, DIGITS);
  });

  test('without a difference says nothing', () => {
    expect(signFlipTest(new Float64Array(5)).p).toBe(0.5);
  });

  test('of many differences is normal', () => {
    // 60 to 40: z = 2, P = .0227501 (tables of the normal distribution).
    const many = Float64Array.from({ length: 100 }, (_, k) => (k < 60 ? 1 : -1));
    expect(signFlipTest(many).p).toBeCloseTo(0.0227501, 7);
  });
});

describe('Holm for discrete tests', () => {
  test('is Holm if every p can be any', () => {
    const ps = Float64Array.of(0.01, 0.04, 0.03, 0.5);
    const tests = Array.from(ps, (p) => ({ p, attainable: null }));
    const found = holmDiscrete(tests);
    holm(ps).forEach((p, k) => {
      expect(found[k]).toBeCloseTo(p, DIGITS);
    });
  });

  test('adds what the others could have reached', () => {
    const attainable = (...values: number[]) => Float64Array.from(values);
    const found = holmDiscrete([
      { p: 0.02, attainable: attainable(0.02, 0.3) },
      { p: 0.3, attainable: attainable(0.015, 0.3) },
      { p: 0.25, attainable: attainable(0.25, 0.75) },
    ]);
    // .02 + .015 + 0; then .25 + .015 of the two that are left; then .3.
    expect(found[0]).toBeCloseTo(0.035, DIGITS);
    expect(found[2]).toBeCloseTo(0.265, DIGITS);
    expect(found[1]).toBeCloseTo(0.3, DIGITS);
  });
});
