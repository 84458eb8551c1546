import { describe, expect, test } from 'vitest';
import { readDesign } from '../../../../sim/monte-carlo/design/study-design.ts';
import { populationOf, trueAbility } from '../../../../sim/monte-carlo/truth/abilities.ts';

const designOf = (abilities: object) =>
  readDesign({ bank: { generate: { items: 2 } }, lengths: [1], abilities }, 'd.yaml');

describe('true abilities', () => {
  test.each<[object, number, number]>([
    [{ normal: { mean: 1, sd: 2, count: 9 } }, 1, 2],
    [{ uniform: { low: -1, high: 5, count: 9 } }, 2, Math.sqrt(3)],
    [{ grid: { low: -2, high: 2, step: 1, each: 5 } }, 0, Math.SQRT2],
    [{ list: [0, 0, 3, 3] }, 1.5, 1.5],
    // A single ability has no spread to measure by.
    [{ list: [2, 2] }, 0, 1],
  ])('of %j have the mean %d and the SD %d', (abilities, mean, sd) => {
    const found = populationOf(designOf(abilities));
    expect(found.mean).toBeCloseTo(mean, 12);
    expect(found.sd).toBeCloseTo(sd, 12);
  });

  test('of more examinees than the design has: drawn anew, or repeated in turn from lists and grids', () => {
    const distinct = (abilities: object) =>
      new Set(Array.from({ length: 60 }, (_, k) => trueAbility(designOf(abilities), 1, k))).size;
    expect(distinct({ normal: { mean: 0, sd: 1, count: 5 } })).toBe(60);
    expect(distinct({ uniform: { low: 0, high: 1, count: 5 } })).toBe(60);
    expect(distinct({ list: [1, 2, 3] })).toBe(3);
    expect(distinct({ grid: { low: 0, high: 3, step: 1 } })).toBe(4);
  });
});
