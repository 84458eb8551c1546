import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { information } from '../../src/irt/information.ts';
import { informationPeak } from '../../src/irt/information-peak.ts';
import { likelihoodSlope } from '../../src/irt/likelihood-slope.ts';
import { logLikelihood } from '../../src/irt/log-likelihood.ts';
import { logComplement, logProbability } from '../../src/irt/log-probability.ts';
import { probability } from '../../src/irt/probability.ts';
import { probabilityDerivatives } from '../../src/irt/probability-derivatives.ts';
import { answeredItems, answersFrom, between, runs, shape } from '../irt/arbitrary-items.ts';

const ability = fc.oneof(between(-10, 10), between(-1e6, 1e6), fc.constantFrom(-1e6, 0, 1e6));
/** Twice the spacing of numbers just below 1. */
const ROUNDING = 2 ** -52;

describe('probability', () => {
  test('lies between its asymptotes and rises with ability', () => {
    fc.assert(
      fc.property(shape, ability, ability, ({ a, b, c, d }, one, other) => {
        const low = probability(Math.min(one, other), a, b, c, d);
        const high = probability(Math.max(one, other), a, b, c, d);
        expect(low).toBeGreaterThanOrEqual(c);
        expect(high).toBeLessThanOrEqual(d);
        expect(high).toBeGreaterThanOrEqual(low - ROUNDING);
      }),
      runs(20_000),
    );
  });

  test('its logarithms are finite, and the right ones', () => {
    fc.assert(
      fc.property(shape, ability, ({ a, b, c, d }, theta) => {
        const p = probability(theta, a, b, c, d);
        const log = logProbability(theta, a, b, c, d);
        const complement = logComplement(theta, a, b, c, d);
        expect(Number.isFinite(log) && log <= 0).toBe(true);
        expect(Number.isFinite(complement) && complement <= 0).toBe(true);
        expect(Math.abs(Math.exp(log) - p)).toBeLessThan(4 * ROUNDING);
        expect(Math.abs(Math.exp(complement) - (1 - p))).toBeLessThan(4 * ROUNDING);
      }),
      runs(20_000),
    );
  });

  test('its derivatives are those of numerical differentiation', () => {
    fc.assert(
      fc.property(shape, between(-8, 8), ({ a, b, c, d }, z) => {
        const theta = b + z / a;
        const { first, second } = probabilityDerivatives(theta, a, b, c, d);
        const h = 1e-4 / a;
        const p = (t: number) => probability(t, a, b, c, d);
        const slope = (t: number) => probabilityDerivatives(t, a, b, c, d).first;
        // Central differences: h² times a third derivative of order a, and rounding over h.
        expect(Math.abs(first - (p(theta + h) - p(theta - h)) / (2 * h))).toBeLessThan(1e-8 * a);
        expect(Math.abs(second - (slope(theta + h) - slope(theta - h)) / (2 * h))).toBeLessThan(
          1e-8 * a * a,
        );
      }),
      runs(5_000),
    );
  });
});

describe('information', () => {
  /**
   * P ≥ (d − c)σ and Q ≥ (d − c)(1 − σ), so that I = a²(d − c)²σ²(1 − σ)² / (PQ) ≤ a²σ(1 − σ) ≤ a²/4, which a
   * two-parameter item reaches at b.
   */
  test('is finite, not negative, and at most a²/4', () => {
    fc.assert(
      fc.property(shape, ability, ({ a, b, c, d }, theta) => {
        const found = information(theta, a, b, c, d);
        expect(found).toBeGreaterThanOrEqual(0);
        expect(found).toBeLessThanOrEqual(((a * a) / 4) * (1 + 4 * ROUNDING));
      }),
      runs(20_000),
    );
  });

  test('is P′² / (PQ), with P′ by numerical differentiation', () => {
    fc.assert(
      fc.property(shape, between(-8, 8), ({ a, b, c, d }, z) => {
        const theta = b + z / a;
        const h = 1e-4 / a;
        const rise = probability(theta + h, a, b, c, d) - probability(theta - h, a, b, c, d);
        const p = probability(theta, a, b, c, d);
        const slope = Math.sqrt(information(theta, a, b, c, d) * p * (1 - p));
        // Central differences: h² times a third derivative of order a, and rounding over h.
        expect(Math.abs(slope - rise / (2 * h))).toBeLessThan(1e-8 * a);
      }),
      runs(5_000),
    );
  });

  test('peaks at informationPeak', () => {
    fc.assert(
      fc.property(shape, ({ a, b, c, d }) => {
        const peak = informationPeak(a, b, c, d);
        const top = information(peak, a, b, c, d);
        let highest = 0;
        for (let z = -12; z <= 12; z += 0.01)
          highest = Math.max(highest, information(b + z / a, a, b, c, d));
        // The peak is known to 1e-7 / a, and is flat there.
        expect(highest).toBeLessThanOrEqual(top * (1 + 1e-10));
      }),
      runs(1_000),
    );
  });
});

describe('likelihoodSlope', () => {
  const at = { slope: 0, information: 0, observed: 0, warm: 0 };
  const list = answeredItems(30, 5);
  const near = between(-5, 5);
  const H = 1e-4;

  test('slope is the derivative of logLikelihood, observed minus that of slope', () => {
    fc.assert(
      fc.property(list, near, (answered, theta) => {
        const answers = answersFrom(answered);
        const rise = logLikelihood(theta + H, answers) - logLikelihood(theta - H, answers);
        likelihoodSlope(theta + H, answers, at);
        const right = at.slope;
        likelihoodSlope(theta - H, answers, at);
        const left = at.slope;
        likelihoodSlope(theta, answers, at);
        // H²/6 times a third derivative of at most a³/8 an answer, and rounding over H.
        const cubes = answered.reduce((sum, { a }) => sum + a ** 3 + 1, 0);
        expect(Math.abs(at.slope - rise / (2 * H))).toBeLessThan(1e-9 * cubes);
        expect(Math.abs(at.observed + (right - left) / (2 * H))).toBeLessThan(
          1e-9 * cubes * Math.max(...answered.map(({ a }) => a), 1),
        );
      }),
      runs(3_000),
    );
  });

  test('information and Warm’s J are sums over the items', () => {
    fc.assert(
      fc.property(list, near, (answered, theta) => {
        likelihoodSlope(theta, answersFrom(answered), at);
        let expected = 0;
        let warm = 0;
        for (const { a, b, c, d } of answered) {
          const p = probability(theta, a, b, c, d);
          const { first, second } = probabilityDerivatives(theta, a, b, c, d);
          expected += information(theta, a, b, c, d);
          const q = Math.exp(logComplement(theta, a, b, c, d));
          warm += (first * second) / (p * q);
        }
        expect(Math.abs(at.information - expected)).toBeLessThan(1e-12 * (1 + expected));
        expect(Math.abs(at.warm - warm)).toBeLessThan(1e-9 * (1 + expected));
      }),
      runs(3_000),
    );
  });

  test('nothing is NaN or infinite, however extreme the ability and the items', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(shape, fc.constantFrom(0, 0.3, 1)), { minLength: 1, maxLength: 5 }),
        ability,
        (pairs, theta) => {
          const answers = answersFrom(pairs.map(([item, u]) => ({ ...item, u })));
          likelihoodSlope(theta, answers, at);
          expect(Object.values(at).every(Number.isFinite)).toBe(true);
          expect(Number.isFinite(logLikelihood(theta, answers))).toBe(true);
          for (const [{ a, b, c, d }] of pairs) {
            const { first, second } = probabilityDerivatives(theta, a, b, c, d);
            expect(Number.isFinite(first) && first >= 0 && Number.isFinite(second)).toBe(true);
            expect(Number.isFinite(informationPeak(a, b, c, d))).toBe(true);
          }
        },
      ),
      runs(20_000),
    );
  });
});
