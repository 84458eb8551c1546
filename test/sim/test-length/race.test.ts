import { describe, expect, test } from 'vitest';
import { crossing, isotonic } from '../../../sim/test-length/crossing.ts';
import { lengthGrids } from '../../../sim/test-length/length-grid.ts';
import { Race } from '../../../sim/test-length/race.ts';
import { atLeast, type Synthetic, syntheticRace } from './synthetic-race.ts';

/** Reaches 0.95 with 100 items, and 0.9 with 25. */
const KENDALL: Synthetic = {
  means: [(length) => 1 - 0.5 / Math.sqrt(length)],
  common: 0.015,
  own: 0.005,
};

describe('the race', () => {
  test('finds the shortest length: its intervals hold it, and are as narrow as asked', () => {
    let missed = 0;
    const runs = 60;
    for (let seed = 1; seed <= runs; seed++) {
      const { race } = syntheticRace(seed, KENDALL, { goals: [atLeast(0.95)] });
      const { low, high } = race.bracket;
      expect(race.isDecided).toBe(true);
      expect((high! - low - 1) / 2).toBeLessThanOrEqual((0.05 * (high! + low + 1)) / 2);
      if (low >= 100 || high! < 100) missed++;
    }
    // At most 5% are to miss: of 60 more than 8 would be one chance in 200.
    expect(missed).toBeLessThanOrEqual(8);
  });

  test('looks at few lengths far from the answer, and at all near it', () => {
    const { race, items } = syntheticRace(1, KENDALL, { goals: [atLeast(0.9)] });
    const near = race.points.filter(({ length }) => length > 20 && length < 30);
    expect(near).toHaveLength(9);
    expect(race.points.filter(({ length }) => length > 40).length).toBeLessThan(6);
    // All replications at the longest length.
    expect(items).toBeLessThan((1000 * race.replications) / 10);
  });

  test('of several targets the last one to be reached decides', () => {
    const means = [...KENDALL.means, (length: number) => 1 - 5 / length];
    const goals = [atLeast(0.9), atLeast(0.9)];
    const { race } = syntheticRace(3, { ...KENDALL, means }, { goals });
    expect(race.bracket.low).toBeLessThan(50);
    expect(race.bracket.high).toBeGreaterThanOrEqual(50);
    expect(race.bracket.low).toBeGreaterThan(40);
  });

  test('says that no length is enough, and that the first one is', () => {
    const never = syntheticRace(1, KENDALL, { goals: [atLeast(0.999)] }).race;
    expect(never.isUnreached).toBe(true);
    expect(never.bracket.high).toBeNull();
    expect(never.replications).toBeLessThan(300);
    const always = syntheticRace(1, KENDALL, { goals: [atLeast(0.2)] }).race;
    expect(always.bracket).toEqual({ low: 0, high: 1 });
  });

  test('gives its estimate so far when replications run out', () => {
    const { race } = syntheticRace(1, KENDALL, { goals: [atLeast(0.95)], maxReplications: 50 });
    expect(race.replications).toBe(50);
    expect(race.isDecided).toBe(false);
    expect(race.bracket.low).toBeLessThan(100);
    expect(race.bracket.high ?? 1000).toBeGreaterThanOrEqual(100);
  });

  test('if a longer test can be worse, it is the length from which the target holds', () => {
    const dip = (length: number) => (length < 20 ? 0.95 : length < 151 ? 0.8 : 0.95);
    const { race } = syntheticRace(
      2,
      { means: [dip], common: 0.05, own: 0.02 },
      { goals: [atLeast(0.9)], improves: false, longest: 500 },
    );
    expect(race.bracket.low).toBeGreaterThan(140);
    expect(race.bracket.low).toBeLessThan(151);
    expect(race.bracket.high).toBeGreaterThanOrEqual(151);
  });

  test('a few perfect replications are no proof', () => {
    const settings = {
      improves: true,
      longest: 1,
      tolerance: { items: 1 },
      confidence: 0.95,
      lengthsAreCheap: false,
      prior: 0.03,
    } as const;
    // The best is found each time; the border is 0.95, which 20 in a row would reach one time in three.
    const goals = [{ ...atLeast(0.95), leastVariance: 0.0475 }];
    const after = (maxReplications: number) => {
      const race = new Race({ ...settings, goals, maxReplications });
      for (let round = race.next(); round !== null; round = race.next())
        race.add(round, new Array(round.count).fill([[1]]));
      return race;
    };
    expect(after(60).bracket.high).toBeNull();
    const later = after(2000);
    expect(later.bracket.high).toBe(1);
    // 0.95^100 = 0.006: no earlier than that.
    expect(later.replications).toBeGreaterThan(100);
  });
});

test('grids are nested, and the finest has every length if the tolerance needs it', () => {
  const [coarse, middle, fine] = lengthGrids(1000, { share: 0.05 });
  expect(coarse.every((length) => middle.includes(length))).toBe(true);
  expect(middle.every((length) => fine.includes(length))).toBe(true);
  expect(fine.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, k) => k + 1));
  for (const grid of [coarse, middle, fine]) expect([grid[0], grid.at(-1)]).toEqual([1, 1000]);
  for (let k = 1; k < fine.length; k++)
    expect(fine[k] - fine[k - 1]).toBeLessThanOrEqual(Math.max(1, 0.0125 * fine[k]));
  expect(lengthGrids(1, { share: 0.05 })).toEqual([[1], [1], [1]]);
  expect(lengthGrids(9, { items: 1 })[2]).toHaveLength(9);
});

describe('crossing', () => {
  const points = [10, 20, 30, 40].map((length) => ({ length, count: 5, mean: length / 100 }));

  test('lies on the line between two lengths, within the bracket', () => {
    expect(crossing(points, 0.25, 1, { low: 0, high: null })).toBe(25);
    expect(crossing(points, 0.25, 1, { low: 27, high: 40 })).toBe(30);
    expect(crossing(points, 0.9, 1, { low: 0, high: null })).toBeNull();
    expect(crossing(points, 0.05, 1, { low: 0, high: null })).toBe(10);
    const falling = points.map((point) => ({ ...point, mean: -point.mean }));
    expect(crossing(falling, -0.25, -1, { low: 0, high: null })).toBe(25);
  });

  test('neighbours in the wrong order are pooled by their weights', () => {
    const values = [1, 4, 1, 5].map((value, k) => ({ value, weight: k === 2 ? 2 : 1 }));
    expect(isotonic(values)).toEqual([1, 2, 2, 5]);
  });
});
