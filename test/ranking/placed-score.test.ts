import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placedScore } from '../../src/ranking/placed-score.ts';

test('counts those that are higher, from 1, and those that the interval allows', () => {
  const known = [90, 80, 70, 60];
  const own = { score: 75, low: 65, high: 95 };
  expect(placedScore(known, own)).toEqual({ place: 3, bestPlace: 1, worstPlace: 4 });
});

test('a model that lacks answers is clearly ahead or behind only if both intervals say so', () => {
  const gap = { score: 70, low: 63, high: 77 };
  const places = (score: number) =>
    placedScore([90, gap], { score, low: score - 2, high: score + 2 });
  expect(places(74)).toEqual({ place: 2, bestPlace: 2, worstPlace: 3 });
  expect(places(66)).toEqual({ place: 3, bestPlace: 2, worstPlace: 3 });
  expect(places(60)).toEqual({ place: 3, bestPlace: 3, worstPlace: 3 });
  expect(places(80)).toEqual({ place: 2, bestPlace: 2, worstPlace: 2 });
});

test('equal scores share a place, however their sums were rounded', () => {
  const known = [100 * (42 / 60), 70.00000000000006, 69.99999999999996, 50];
  const own = { score: 69.99999999999996, low: 69.99999999999996, high: 70.00000000000006 };
  expect(placedScore(known, own)).toEqual({ place: 1, bestPlace: 1, worstPlace: 1 });
});

test('the best place is never behind the place, nor that behind the worst', () => {
  const point = fc.double({ min: 0, max: 100, noNaN: true });
  fc.assert(
    fc.property(fc.array(point), fc.tuple(point, point, point), (known, [x, y, z]) => {
      const [low, score, high] = [x, y, z].sort((p, q) => p - q);
      const { place, bestPlace, worstPlace } = placedScore(known, { score, low, high });
      expect(bestPlace).toBeLessThanOrEqual(place);
      expect(place).toBeLessThanOrEqual(worstPlace);
    }),
  );
});
