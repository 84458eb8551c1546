import { expect, test } from 'vitest';
import { examineeVariances } from '../../../scripts/usual-variances/examinee-variances.ts';
import type { ScoreModel } from '../../../src/cat/robust/score-model.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';

test('variances of effects are those that unseen examinees were drawn with', () => {
  const random = randomStream('effects');
  const items = 3000;
  const model: ScoreModel = {
    items,
    dimensions: 1,
    coefficients: Float64Array.from({ length: 2 * items }, (_, k) =>
      k % 2 === 0 ? randomNormal(random) : 1,
    ),
    covariances: new Float64Array(4 * items),
    guessing: new Float64Array(items),
    abilityVariances: Float64Array.of(1.3),
    groupings: [
      {
        name: 'tag',
        count: 10,
        of: Uint16Array.from({ length: items }, (_, j) => j % 10),
        variance: 0.05,
      },
      {
        name: 'none',
        count: 6,
        of: Uint16Array.from({ length: items }, (_, j) => j % 6),
        variance: 0.05,
      },
    ],
  };
  const unseen = Array.from({ length: 20 }, () => {
    const theta = randomNormal(random);
    const effects = Array.from({ length: 10 }, () => 0.5 * randomNormal(random));
    return Float64Array.from({ length: items }, (_, j) => {
      const z = model.coefficients[2 * j] + theta + effects[j % 10];
      return random() < 1 / (1 + Math.exp(-z)) ? 1 : 0;
    });
  });
  const [drawn, absent] = examineeVariances(model, unseen).effects;
  expect(Math.sqrt(drawn)).toBeGreaterThan(0.42);
  expect(Math.sqrt(drawn)).toBeLessThan(0.58);
  expect(absent).toBeLessThan(0.02);
});

test('abilities after the first vary as much as they were drawn to', () => {
  const random = randomStream('minor abilities');
  const items = 2000;
  const model: ScoreModel = {
    items,
    dimensions: 3,
    coefficients: Float64Array.from({ length: 4 * items }, (_, k) =>
      k % 4 === 1 ? 1 : randomNormal(random),
    ),
    covariances: new Float64Array(16 * items),
    guessing: new Float64Array(items),
    abilityVariances: Float64Array.of(4, 1, 1),
    groupings: [],
  };
  const draw = (sd: number) =>
    Array.from({ length: 30 }, () => {
      const theta = [1, sd, sd].map((s) => s * randomNormal(random));
      return Float64Array.from({ length: items }, (_, j) => {
        const z = theta.reduce(
          (sum, t, d) => sum + t * model.coefficients[4 * j + d + 1],
          model.coefficients[4 * j],
        );
        return random() < 1 / (1 + Math.exp(-z)) ? 1 : 0;
      });
    });
  expect(Math.sqrt(examineeVariances(model, draw(0.4)).minorAbility)).toBeCloseTo(0.4, 1);
  expect(Math.sqrt(examineeVariances(model, draw(1.6)).minorAbility)).toBeCloseTo(1.6, 0);
});
