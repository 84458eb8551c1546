import { describe, expect, test } from 'vitest';
import { coverageOf } from '../../../sim/post-hoc/coverage.ts';
import { randomStream } from '../../../src/random.ts';

const random = () => randomStream('coverage');
const families = Array.from({ length: 40 }, (_, i) => `f${i}`);

describe('coverage of several studies', () => {
  test('the share of all intervals, each as often as it was made', () => {
    const { share, count } = coverageOf(
      [
        { population: 'a', families: ['x', 'y'], held: [10, 8], each: 10 },
        { population: 'b', families: ['x'], held: [1], each: 2 },
      ],
      random(),
    );
    expect(share).toBe(19 / 22);
    expect(count).toBe(22);
  });

  test('the interval of independent families is that of a binomial share', () => {
    const held = families.map((_, i) => (i % 4 === 0 ? 0 : 1));
    const { low, high } = coverageOf([{ population: 'a', families, held, each: 1 }], random());
    const half = 1.96 * Math.sqrt((0.75 * 0.25) / 40);
    expect(low).toBeCloseTo(0.75 - half, 1);
    expect(high).toBeCloseTo(0.75 + half, 1);
  });

  test('studies of one population share their families: a second study alike adds nothing', () => {
    const held = families.map((_, i) => (i % 4 === 0 ? 0 : 1));
    const study = { population: 'a', families, held, each: 1 };
    const once = coverageOf([study], random());
    const again = coverageOf([study, study], random());
    expect(again).toEqual({ ...once, count: 80 });
    const other = coverageOf([study, { ...study, population: 'b' }], random());
    expect(other.high! - other.low!).toBeLessThan(0.85 * (once.high! - once.low!));
  });

  test('if every interval holds, so does every draw', () => {
    const held = families.map(() => 3);
    const coverage = coverageOf([{ population: 'a', families, held, each: 3 }], random());
    expect(coverage).toEqual({ share: 1, low: 1, high: 1, count: 120 });
  });

  test('one family has no interval', () => {
    const { low, high } = coverageOf(
      [{ population: 'a', families: ['x', 'x'], held: [1, 0], each: 1 }],
      random(),
    );
    expect([low, high]).toEqual([null, null]);
  });
});
