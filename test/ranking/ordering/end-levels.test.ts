import { expect, test } from 'vitest';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { decidable } from '../../../src/ranking/ordering/decidable.ts';
import { endLevels } from '../../../src/ranking/ordering/end-levels.ts';
import { normalQuantile } from '../../../src/statistics/normal-quantile.ts';

test('a recorded order is as sure at every look; an expected one that may end early is surer at each look before the last', () => {
  expect(endLevels(0.95, 10, 'recorded')).toEqual({ atEnd: 0.95, early: 0.95 });
  expect(endLevels(0.95, 0, 'expected')).toEqual({ atEnd: 0.95, early: 0.95 });
  const { atEnd, early } = endLevels(0.95, 10, 'expected');
  // All looks together err no more than permitted.
  expect(1 - atEnd + 10 * (1 - early)).toBeCloseTo(0.05, 12);
  expect(early).toBeGreaterThan(atEnd);
});

test('looking often, equal scores are ordered in no more runs than permitted; by the same level at each look in many more', () => {
  const LOOKS = 20;
  const RUNS = 4000;
  const { atEnd, early } = endLevels(0.9, LOOKS - 1, 'expected');
  const count = (level: (look: number) => number) => {
    let wrong = 0;
    const least = Array.from({ length: LOOKS }, (_, k) => normalQuantile((1 - level(k + 1)) / 2));
    for (let r = 0; r < RUNS; r++) {
      const random = randomStream('looks', r);
      let sum = 0;
      for (let look = 1; look <= LOOKS; look++) {
        sum += randomNormal(random);
        if (Math.abs(sum) / Math.sqrt(look) > least[look - 1]) {
          wrong++;
          break;
        }
      }
    }
    return wrong / RUNS;
  };
  expect(count((look) => (look < LOOKS ? early : atEnd))).toBeLessThan(0.1);
  expect(count(() => 0.9)).toBeGreaterThan(0.25);
});

test('the chance that the whole bank decides a pair equals the share of drawn differences that decide it', () => {
  const now = { difference: 0.03, se: 0.04, seAtEnd: 0.02 };
  const random = randomStream('decidable');
  const moves = Math.sqrt(now.se ** 2 - now.seAtEnd ** 2);
  const RUNS = 20000;
  for (const margin of [0, 0.05]) {
    let decided = 0;
    for (let r = 0; r < RUNS; r++) {
      const end = Math.abs(now.difference + moves * randomNormal(random));
      // 1.96 and 1.645 standard errors.
      if (end >= 1.959964 * 0.02 || end <= margin - 1.644854 * 0.02) decided++;
    }
    // 4 standard errors of a share of 20,000.
    expect(Math.abs(decidable(now, 0.05, margin) - decided / RUNS)).toBeLessThan(0.015);
  }
});

test('with nothing left to ask it is certain; recorded scores always come out', () => {
  const asked = { difference: 0.05, se: 0.02, seAtEnd: 0.02 };
  expect(decidable(asked, 0.05, 0)).toBe(1);
  expect(decidable({ ...asked, difference: 0.03 }, 0.05, 0)).toBe(0);
  expect(decidable({ ...asked, difference: 0.03 }, 0.05, 0.07)).toBe(1);
  expect(decidable({ difference: 0, se: 0.05, seAtEnd: 0 }, 0.05, 0)).toBe(1);
});
