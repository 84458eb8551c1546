import { describe, expect, test } from 'vitest';
import { studentQuantile } from '../../src/statistics/student-quantile.ts';
import { studentTail } from '../../src/statistics/student-tail.ts';

/** The integral of the density from 0 to t by Simpson's rule; its constant by the Wallis products. */
function slowTail(t: number, v: number): number {
  let constant = v % 2 === 0 ? 1 / (2 * Math.sqrt(v)) : 1 / (Math.PI * Math.sqrt(v));
  for (let k = v - 1; k > 1; k -= 2) constant *= k / (k - 1);
  const steps = 20_000;
  const density = (x: number) => (1 + (x * x) / v) ** (-(v + 1) / 2);
  let sum = 0;
  for (let k = 0; k <= steps; k++) {
    const weight = k === 0 || k === steps ? 1 : k % 2 === 1 ? 4 : 2;
    sum += weight * density((k * t) / steps);
  }
  return 0.5 - (constant * sum * t) / steps / 3;
}

describe('Student’s t', () => {
  test.each([1, 2, 3, 4, 7, 19, 100, 999])('of %i degrees of freedom is the integral', (v) => {
    for (const t of [0, 0.3, 1, 2.5, 6])
      expect(Math.abs(studentTail(t, v) - slowTail(t, v))).toBeLessThan(1e-12);
  });

  test('of many degrees of freedom, by the normal distribution, too', () => {
    for (const t of [0.5, 2, 4])
      expect(Math.abs(studentTail(t, 1000) - slowTail(t, 1000))).toBeLessThan(1e-7);
  });

  test('both sides, and the ends', () => {
    expect(studentTail(-1.2, 5)).toBeCloseTo(1 - studentTail(1.2, 5), 15);
    expect(studentTail(Number.POSITIVE_INFINITY, 5)).toBe(0);
    expect(studentTail(1e9, 50)).toBeGreaterThanOrEqual(0);
    expect(studentTail(Number.NaN, 5)).toBeNaN();
  });

  // Printed tables of the 97.5% point.
  test.each([
    [1, 12.7062],
    [2, 4.30265],
    [3, 3.182446],
    [4, 2.776445],
    [5, 2.570582],
    [9, 2.262157],
    [19, 2.093024],
    [120, 1.97993],
  ])('of %i degrees of freedom has its upper point of 0.025 at %f', (v, point) => {
    expect(Math.abs(studentQuantile(0.025, v) - point)).toBeLessThan(5e-5);
  });
});
