import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passingBablok } from '../../src/statistics/passing-bablok.ts';

const { lines }: { lines: { x: number[]; y: number[]; theilSen: [number, number] }[] } = JSON.parse(
  readFileSync(new URL('../golden/agreement/values.json', import.meta.url), 'utf8'),
);

test.each(lines)(
  'without slopes below −1 the slope is that of Theil and Sen, by scipy',
  ({ x, y, theilSen }) => {
    // A few roundings of slopes near 2.
    expect(passingBablok(x, y)!.slope).toBeCloseTo(theilSen[0], 13);
  },
);

test('by hand: two slopes below −1 shift the median by two', () => {
  const [x, y] = [
    [0, 1, 2, 3],
    [0, 2, 6, -1],
  ];
  // The pairs: (0,1) 2, (0,2) 3, (1,2) 4, (0,3) −1/3, (1,3) −1.5, (2,3) −7: two below −1; sorted −7, −1.5, −1/3, 2, 3, 4; the median moves from
  // between −1/3 and 2 to between 3 and 4.
  // What is left over: 0, −1.5, −1, −11.5.
  expect(passingBablok(x, y)).toEqual({ slope: 3.5, intercept: -1.25 });
});

test('a falling line, or too few points: none', () => {
  expect(passingBablok([1, 2, 3, 4], [4, 3.9, 3.7, 3.2])).toBeNull();
  expect(passingBablok([1], [1])).toBeNull();
});

test('exchanging x and y gives the same line, and other units of both the same relation', () => {
  const noise = fc.array(fc.double({ min: -0.3, max: 0.3, noNaN: true }), {
    minLength: 6,
    maxLength: 12,
  });
  fc.assert(
    fc.property(noise, fc.double({ min: 0.5, max: 20, noNaN: true }), (errors, unit) => {
      const x = errors.map((_, k) => k);
      const y = errors.map((error, k) => k + error);
      const there = passingBablok(x, y)!;
      const back = passingBablok(y, x)!;
      // An even number of slopes takes the mean of two, of which the reciprocal is not the mean of reciprocals.
      if ((x.length * (x.length - 1)) % 4 !== 0)
        expect(back.slope).toBeCloseTo(1 / there.slope, 10);
      const scaled = passingBablok(
        x.map((value) => value * unit),
        y.map((value) => value * unit),
      )!;
      expect(scaled.slope).toBeCloseTo(there.slope, 10);
      expect(scaled.intercept).toBeCloseTo(there.intercept * unit, 9);
    }),
  );
});
