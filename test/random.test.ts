import { expect, test } from 'vitest';
import { randomStream } from '../src/random.ts';

test('streams of other seeds and purposes are other streams, and each begins again', () => {
  const paths = [['fold'], ['fold', 1], ['fold', '1', 'gpt/4'], ['fold', 1, 'gpt', 4], ['fold/1']];
  const begins = [1, 2].flatMap((seed) => paths.map((path) => randomStream(seed, ...path)()));
  expect(new Set(begins).size).toBe(2 * paths.length);
  expect(randomStream(1, 'fold')()).toBe(begins[0]);
});

test('streams of two purposes are uncorrelated and uniform', () => {
  const [first, second] = [randomStream(1, 'a'), randomStream(1, 'b')];
  const draws = Array.from({ length: 10_000 }, () => [first() - 0.5, second() - 0.5]);
  const mean = (of: (pair: number[]) => number) =>
    draws.reduce((sum, pair) => sum + of(pair), 0) / draws.length;
  // Five standard errors: a number has variance 1/12, a product of two 1/144.
  expect(Math.abs(mean(([a]) => a))).toBeLessThan(5 * Math.sqrt(1 / 12 / draws.length));
  expect(Math.abs(mean(([a, b]) => a * b))).toBeLessThan((5 / 12) * Math.sqrt(1 / draws.length));
});
