import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ESTIMATORS, estimateAbility, STANDARD_NORMAL } from '../../src/irt/estimate/estimate.ts';
import { furthestAbility } from '../../src/irt/furthest-ability.ts';
import { gridOf, stepFor } from '../../src/irt/likelihood-grid.ts';
import { predictedScore } from '../../src/irt/predicted-score.ts';
import { probability } from '../../src/irt/probability.ts';
import { scoreInterval } from '../../src/ranking/intervals.ts';
import { NORMAL_90 } from '../../src/statistics/normal-points.ts';
import { answersFrom, between, itemsOf, runs } from '../irt/arbitrary-items.ts';

const BOUNDS = [-6, 6] as const;
const item = fc.record({
  a: between(0.5, 2.5),
  b: between(-2.5, 2.5),
  c: between(0, 0.35),
  d: fc.constant(1),
});

test('an interval never collapses because the ability is at a bound', () => {
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1, maxLength: 30 }),
      fc.array(item, { minLength: 20, maxLength: 60 }),
      fc.constantFrom(0, 1),
      fc.constantFrom(...ESTIMATORS),
      (asked, others, u, name) => {
        const all = itemsOf([...asked, ...others]);
        const n = asked.length;
        const answers = {
          items: all,
          index: Int32Array.from(asked, (_, j) => j),
          scores: new Float64Array(n).fill(u),
          count: n,
        };
        const grid = gridOf(answers, ...BOUNDS, stepFor(all, 0.25));
        const estimate = estimateAbility(name, answers, grid, STANDARD_NORMAL);
        if (!estimate.atBound) return;
        const weights = new Float64Array(all.count).fill(1 / all.count);
        const predicted = predictedScore(answers, estimate, weights);
        const { low, high } = scoreInterval(predicted, { factor: NORMAL_90, verified: false });
        // By hand: the score of every ability that makes these answers at least a twentieth as likely as the bound does.
        const likelihood = (theta: number) =>
          asked.reduce((product, { a, b, c, d }) => {
            const p = probability(theta, a, b, c, d);
            return product * (u === 1 ? p : 1 - p);
          }, 1);
        const top = likelihood(estimate.ability);
        const scoreAt = (theta: number) =>
          predicted.least +
          others.reduce((sum, { a, b, c, d }) => sum + probability(theta, a, b, c, d), 0) /
            all.count;
        for (let theta = BOUNDS[0]; theta <= BOUNDS[1]; theta += 0.05) {
          if (likelihood(theta) < top / 20) continue;
          expect(low).toBeLessThanOrEqual(scoreAt(theta) + 1e-12);
          expect(high).toBeGreaterThanOrEqual(scoreAt(theta) - 1e-12);
        }
      },
    ),
    runs(600),
  );
});

test('all right: the furthest ability is the exact 95% limit, one-sided', () => {
  // Equal items without guessing: P(n right) = Pⁿ is 5% of what it is at the bound, where P = 1 to e^−16.
  for (const n of [1, 5, 20, 100]) {
    const answers = answersFrom(Array(n).fill({ a: 2.5, b: 0, c: 0, d: 1, u: 1 }));
    const limit = 0.05 ** (1 / n);
    expect(Math.abs(probability(furthestAbility(6, answers), 2.5, 0, 0, 1) - limit)).toBeLessThan(
      2e-4,
    );
  }
});

test('flat answers allow all abilities', () => {
  const answers = answersFrom([{ a: 0.01, b: 0, c: 0, d: 1, u: 1 }]);
  expect(furthestAbility(6, answers)).toBe(-6);
  expect(furthestAbility(-6, answers)).toBe(6);
});
