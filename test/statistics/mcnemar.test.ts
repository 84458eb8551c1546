import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mcnemarExact } from '../../src/statistics/mcnemar.ts';
import { normalTail } from '../../src/statistics/normal-tail.ts';

/** The same by counting in whole numbers. */
function counted(onlyA: number, onlyB: number): number {
  const n = onlyA + onlyB;
  let ways = 1n;
  let sum = 0n;
  for (let k = 0; k <= Math.min(onlyA, onlyB); k++) {
    sum += ways;
    ways = (ways * BigInt(n - k)) / BigInt(k + 1);
  }
  const scaled = (2n * sum * 10n ** 20n) / 2n ** BigInt(n);
  return Math.min(1, Number(scaled) / 1e20);
}

describe("McNemar's exact test", () => {
  test('is what whole numbers give', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (a, b) => {
        fc.pre(a + b > 0);
        // Counting keeps 20 digits behind the point.
        expect(mcnemarExact(a, b)).toBeCloseTo(counted(a, b), 12);
      }),
    );
    expect(mcnemarExact(2, 8)).toBeCloseTo(112 / 1024, 14);
  });

  test('is null if no item tells the two apart, and 1 if both win equally many', () => {
    expect(mcnemarExact(0, 0)).toBeNull();
    expect(mcnemarExact(7, 7)).toBe(1);
    expect(mcnemarExact(0, 1)).toBe(1);
  });

  test('stays right when powers of ½ underflow', () => {
    const n = 20_000;
    const least = 9_900;
    // The normal approximation with its correction by half a count is right to some 1e-4 here.
    const normal = 2 * normalTail((n / 2 - least - 0.5) / Math.sqrt(n / 4));
    expect(mcnemarExact(least, n - least)).toBeCloseTo(normal, 3);
    expect(mcnemarExact(0, 5_000)).toBe(0);
  });
});
