import { expect, test } from 'vitest';
import { chanceCorrelation } from '../../src/evaluation/chance-correlation.ts';
import { randomStream } from '../../src/random.ts';

const random = () => randomStream(1, 'levels');

test('of two models τ-b is 1 or −1: by all eight exchanges', () => {
  // Scores .5 and .6, of which the second model had .8 before: exchanging its two items (.1 each) gives second − first of .3 or .1 at either level, or .2 at both.
  const models = [
    { first: 0.5, second: 0.5, differences: new Float64Array() },
    { first: 0.4, second: 0.6, differences: Float64Array.of(0.1, 0.1) },
  ];
  // Middles .5 and .5: the order is reversed with both signs alike (½), else scores are tied, and τ-b is not defined.
  expect(chanceCorrelation(models, random())).toEqual({ median: -1, low: -1, p: 1 });
});

test('without an effect p is below .05 in one of twenty runs, with three models; with one more often', () => {
  const draws = randomStream(3, 'scores');
  const run = (isReversed: boolean) => {
    const models = Array.from({ length: 3 }, (_, m) => {
      const chance = 0.4 + 0.1 * m;
      const at = (p: number) => Array.from({ length: 60 }, () => Number(draws() < p));
      const [x, y] = [at(chance), at(isReversed ? 1.2 - 2 * chance : chance)];
      const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / 60;
      return {
        first: mean(x),
        second: mean(y),
        differences: Float64Array.from(x, (one, j) => (y[j] - one) / 60),
      };
    });
    return chanceCorrelation(models, draws)?.p ?? 1;
  };
  const share = (isReversed: boolean) =>
    Array.from({ length: 50 }, () => run(isReversed)).filter((p) => p <= 0.05).length / 50;
  // 5% of 50 runs have a standard error of 3%.
  expect(share(false)).toBeLessThan(0.15);
  expect(share(true)).toBeGreaterThan(0.3);
});
