import { expect, test } from 'vitest';
import { answersOf } from '../../src/irt/answers.ts';
import { itemParameters } from '../../src/irt/parameters.ts';
import { personFit } from '../../src/irt/person-fit.ts';
import { probability } from '../../src/irt/probability.ts';
import { randomNormal, randomStream } from '../../src/random.ts';

const COUNT = 300;
const random = randomStream('person-fit');
const items = itemParameters({
  a: Array.from({ length: COUNT }, () => Math.exp(0.3 * randomNormal(random))),
  b: Array.from({ length: COUNT }, () => randomNormal(random)),
  c: Array.from({ length: COUNT }, () => 0.2 * random()),
});

test('answers that follow the model: mean 0 and variance 1 at the true ability', () => {
  const values = Array.from({ length: 2000 }, () => {
    const theta = randomNormal(random);
    const row = items.b.map((b, j) =>
      random() < probability(theta, items.a[j], b, items.c[j], 1) ? 1 : 0,
    );
    return personFit(theta, answersOf(items, row)) ?? Number.NaN;
  });
  const mean = values.reduce((sum, v) => sum + v, 0) / values.length;
  const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length;
  // Four standard errors of a mean (1/√2000) and of a variance (√(2/2000)).
  expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(2000));
  expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(2 / 2000));
});

test('answers given by chance, and answers of other items, are far below', () => {
  const chance = items.b.map(() => (random() < 0.6 ? 1 : 0));
  expect(personFit(0, answersOf(items, chance))).toBeLessThan(-4);
  const order = [...items.b.keys()].sort((x, y) => items.b[x] - items.b[y]);
  const upside = new Float64Array(COUNT);
  for (const j of order.slice(COUNT / 2)) upside[j] = 1;
  expect(personFit(0, answersOf(items, upside))).toBeLessThan(-10);
});

test('fractions count as shares, extremes stay finite, and no answers give none', () => {
  const half = items.b.map(() => 0.5);
  expect(personFit(0, answersOf(items, half))).not.toBeNull();
  expect(Number.isFinite(personFit(1e5, answersOf(items, half)) ?? 0)).toBe(true);
  expect(
    personFit(
      0,
      answersOf(
        items,
        items.b.map(() => Number.NaN),
      ),
    ),
  ).toBeNull();
});
