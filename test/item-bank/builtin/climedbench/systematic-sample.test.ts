import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systematicSample } from '../../../../item-bank/builtin/climedbench/systematic-sample.ts';
import { randomStream } from '../../../../src/random.ts';

test('the number taken is the sum of the probabilities, rounded up or down', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
      fc.nat(),
      (probabilities, seed) => {
        const taken = systematicSample(probabilities, randomStream(seed)).filter(Boolean).length;
        const sum = probabilities.reduce((a, b) => a + b, 0);
        expect(Math.abs(taken - sum)).toBeLessThan(1 + 1e-9);
      },
    ),
    { seed: 1 },
  );
});

test('each unit is taken as often as its probability says', () => {
  const probabilities = [0.9, 0.05, 0.5, 0, 1, 0.3, 0.35];
  const random = randomStream(1, 'systematic');
  const times = 20_000;
  const taken = new Float64Array(probabilities.length);
  for (let k = 0; k < times; k++)
    systematicSample(probabilities, random).forEach((yes, unit) => {
      taken[unit] += Number(yes);
    });
  probabilities.forEach((p, unit) => {
    // Four standard errors of a proportion.
    expect(Math.abs(taken[unit] / times - p)).toBeLessThanOrEqual(
      4 * Math.sqrt((p * (1 - p)) / times),
    );
  });
});
