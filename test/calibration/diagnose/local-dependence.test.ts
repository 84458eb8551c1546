import { expect, test } from 'vitest';
import {
  type ItemResiduals,
  pairDependence,
  testletEffect,
} from '../../../calibration/diagnose/local-dependence.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';

const MODELS = 400;
const PAIRS = 60;

/** Residuals about known curves; the items of a pair share an effect with this variance. */
function drawn(variance: number): {
  residuals: ItemResiduals[];
  pairs: [number, number][];
  independent: [number, number][];
} {
  const random = randomStream('dependence', String(variance));
  const abilities = Array.from({ length: MODELS }, () => randomNormal(random));
  const residuals: ItemResiduals[] = Array.from({ length: 2 * PAIRS }, () => ({
    residual: new Float64Array(MODELS),
    spread: new Float64Array(MODELS),
  }));
  for (let pair = 0; pair < PAIRS; pair++)
    for (let m = 0; m < MODELS; m++) {
      const effect = Math.sqrt(variance) * randomNormal(random);
      for (const j of [2 * pair, 2 * pair + 1]) {
        const p = 1 / (1 + Math.exp(-abilities[m]));
        const answer = random() < 1 / (1 + Math.exp(-abilities[m] - effect)) ? 1 : 0;
        residuals[j].residual[m] = answer - p;
        residuals[j].spread[m] = Math.sqrt(p * (1 - p));
      }
    }
  const pairs = Array.from({ length: PAIRS }, (_, k): [number, number] => [2 * k, 2 * k + 1]);
  const independent = Array.from({ length: PAIRS - 1 }, (_, k): [number, number] => [
    2 * k,
    2 * k + 3,
  ]);
  return { residuals, pairs, independent };
}

test.each([0, 0.3])(
  'a shared effect of variance %s is estimated within three standard errors',
  (variance) => {
    const { residuals, pairs, independent } = drawn(variance);
    const { variance: found, error } = testletEffect(residuals, pairs, independent);
    expect(error).toBeLessThan(0.1);
    expect(Math.abs(found - variance)).toBeLessThan(3 * error);
  },
);

test('two equal items depend on each other: correlation 1, many standard deviations from independent pairs', () => {
  const { residuals, independent } = drawn(0);
  const [{ correlation, z }] = pairDependence(
    [...residuals, residuals[4]],
    [[4, residuals.length]],
    independent,
  );
  expect(correlation).toBeCloseTo(1, 12);
  expect(z).toBeGreaterThan(10);
});

test('too few independent pairs to compare with: not a number', () => {
  const { residuals, pairs } = drawn(0);
  expect(pairDependence(residuals, pairs.slice(0, 1), [[0, 3]])[0].z).toBeNaN();
});
