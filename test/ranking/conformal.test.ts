import { describe, expect, test } from 'vitest';
import { randomNormal, randomStream } from '../../src/random.ts';
import { conformalFactor, LEAST_FOR_VERIFIED, pooledFactor } from '../../src/ranking/conformal.ts';
import { NORMAL_90 } from '../../src/statistics/normal-points.ts';

/** Ratios n, n − 1, … 1, all above the normal factor. */
const ratios = (n: number) => Array.from({ length: n }, (_, k) => 2 + n - k);

describe('the factor is the ⌈0.9 (n + 1)⌉-th smallest ratio', () => {
  test.each([
    [9, 9],
    [10, 10],
    [18, 18],
    [19, 18],
    [20, 19],
    [29, 27],
    [39, 36],
    [60, 55],
    [99, 90],
  ])('of %i: number %i', (n, rank) => {
    expect(conformalFactor(ratios(n)).factor).toBe(2 + rank);
  });

  test('the largest, if there are too few for that rank', () => {
    expect(conformalFactor(ratios(3)).factor).toBe(5);
  });

  test('another level', () => {
    expect(conformalFactor(ratios(9), 0.5).factor).toBe(2 + 5);
  });

  test('below the normal factor of 19 or more, as scores ask that vary less than right and wrong answers', () => {
    const small = (n: number) => ratios(n).map((ratio) => ratio / 100);
    expect(conformalFactor(small(19)).factor).toBe((2 + 18) / 100);
    expect(conformalFactor(small(40)).factor).toBe((2 + 37) / 100);
    // One error of several dozen is far larger.
    expect(conformalFactor([...small(39), 9]).factor).toBe((2 + 37) / 100);
  });

  test('the normal factor at least of fewer, also with none', () => {
    expect(conformalFactor(Array(18).fill(0.1)).factor).toBe(NORMAL_90);
    expect(conformalFactor([])).toEqual({ factor: NORMAL_90, verified: false });
  });

  test('a twentieth of the normal factor if all others were predicted exactly', () => {
    expect(conformalFactor(Array(30).fill(0)).factor).toBeCloseTo(NORMAL_90 / 20, 12);
  });
});

describe('the factor of several scores an examinee', () => {
  const own = (n: number) => Array.from({ length: n }, (_, i) => [(i + 1) / 100, (i + 1) / 100]);

  test('is below the normal one of 19 or more examinees', () => {
    // Of 19 examinees each ratio weighs 1/40: 36 of 38 are needed, those of 18 examinees.
    expect(pooledFactor(own(19))).toEqual({ factor: 0.18, verified: true });
    expect(pooledFactor(own(18))).toEqual({ factor: NORMAL_90, verified: false });
  });
});

test('verified from 19 others on: with fewer the largest ratio does not reach 90%', () => {
  expect(LEAST_FOR_VERIFIED).toBe(19);
  expect(conformalFactor(ratios(18)).verified).toBe(false);
  expect(conformalFactor(ratios(19)).verified).toBe(true);
});

describe('an exchangeable new ratio is held by the factor of n others', () => {
  const DRAWS = 5000;
  /** Three standard errors of a share of 0.9 in so many draws. */
  const SAMPLING = 3 * Math.sqrt((0.9 * 0.1) / DRAWS);

  test.each([19, 33, 60])('n = %i', (n) => {
    const random = randomStream('coverage', n);
    // Errors three times as large as their standard errors say, with heavy tails.
    const ratio = () => Math.abs((3 * randomNormal(random)) / (0.2 + random()));
    let held = 0;
    for (let k = 0; k < DRAWS; k++) {
      const others = Array.from({ length: n }, ratio);
      if (ratio() <= conformalFactor(others).factor) held++;
    }
    // At least nominal, and by no more than the rank's rounding, 1 / (n + 1).
    expect(held / DRAWS).toBeGreaterThan(0.9 - SAMPLING);
    expect(held / DRAWS).toBeLessThan(0.9 + 1 / (n + 1) + SAMPLING);
  });
});
