import { expect, test } from 'vitest';
import { ABILITIES, nearAbilities } from '../../../src/ranking/compare/near-abilities.ts';

/** Normal log likelihoods of an ability. */
const about = (mean: number, sd: number) =>
  ABILITIES.map((theta) => -0.5 * ((theta - mean) / sd) ** 2);
const meanOf = (posterior: Float64Array) =>
  posterior.reduce((sum, p, g) => sum + p * ABILITIES[g], 0);

/** The same posteriors by summing over all combinations of three abilities. */
function bySummation(likelihoods: readonly Float64Array[]): number[][] {
  const density = (d: number) =>
    Math.exp(-0.5 * (d / 0.3) ** 2) / 0.3 + Math.exp(-0.25 * d * d) / Math.SQRT2;
  const found = likelihoods.map(() => new Array<number>(ABILITIES.length).fill(0));
  const [a, b, c] = likelihoods.map((own) => own.map(Math.exp));
  ABILITIES.forEach((x, g) => {
    ABILITIES.forEach((y, h) => {
      ABILITIES.forEach((z, i) => {
        const weight =
          Math.exp(-0.5 * x * x) * a[g] * b[h] * c[i] * density(x - y) * density(x - z);
        found[0][g] += weight;
        found[1][h] += weight;
        found[2][i] += weight;
      });
    });
  });
  return found.map((own) => {
    const total = own.reduce((sum, x) => sum + x, 0);
    return own.map((x) => x / total);
  });
}

test('the posteriors are those of the joint distribution of all abilities', () => {
  const likelihoods = [about(0.4, 0.6), about(-0.3, 0.5), about(1.8, 0.4)];
  const expected = bySummation(likelihoods);
  nearAbilities(likelihoods).forEach((posterior, i) => {
    // Sums of 49² positive terms in another order.
    posterior.forEach((p, g) => {
      expect(p).toBeCloseTo(expected[i][g], 12);
    });
  });
});

test('few answers draw two abilities together, and many let them differ', () => {
  const few = nearAbilities([about(0.5, 0.7), about(-0.5, 0.7)]).map(meanOf);
  expect(few[0] - few[1]).toBeLessThan(0.4);
  const many = nearAbilities([about(1.5, 0.1), about(-1.5, 0.1)]).map(meanOf);
  expect(many[0] - many[1]).toBeGreaterThan(2.9);
});
