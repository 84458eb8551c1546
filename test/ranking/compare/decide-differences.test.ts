import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideDifferences } from '../../../src/ranking/compare/decide-differences.ts';
import { differenceBelief } from '../../../src/ranking/compare/difference-belief.ts';

/** Many degrees of freedom, so that Student's t is normal to 4 digits. */
const belief = (difference: number, error: number) =>
  differenceBelief(
    {
      items: 100_000,
      difference,
      variance: error ** 2,
      degrees: 100_000,
      squares: 0,
      differing: 1000,
    },
    1e-9,
    'recorded',
  );
const RULES = { confidence: 0.95, failIf: null, within: null };

test('one difference: p and interval as tables of the normal distribution have them', () => {
  const [decision] = decideDifferences([belief(-0.0196, 0.01)], RULES);
  expect(decision.p).toBeCloseTo(0.05, 3);
  expect(decision.low).toBeCloseTo(-0.0392, 4);
  expect(decision.high).toBeCloseTo(0, 4);
});

test('several differences: Holm for p, Bonferroni for intervals', () => {
  const decisions = decideDifferences([belief(-0.0258, 0.01), belief(0.0196, 0.01)], RULES);
  // p of 2.58 and 1.96 standard errors: .0099 × 2, and .05 × 1.
  expect(decisions.map(({ p }) => p.toFixed(3))).toEqual(['0.020', '0.050']);
  // 97.5% intervals: 2.2414 standard errors.
  expect(decisions[1].high).toBeCloseTo(0.0196 + 0.022414, 4);
});

test('a regression is a loss beyond the one that may be, with one-sided confidence', () => {
  const rules = { ...RULES, failIf: { drop: 0.01, confidence: 0.95 } };
  const of = (difference: number) =>
    decideDifferences([belief(difference, 0.01)], rules)[0].regression;
  // 1.645 standard errors beyond 0.01.
  expect(of(-0.0266)).toMatchObject({ is: 'shown' });
  expect(of(-0.0262)).toMatchObject({ is: 'undecided' });
  expect(of(0.0066)).toMatchObject({ is: 'excluded' });
  expect(of(-0.0266)!.p).toBeCloseTo(0.0485, 3);
});

test('equivalence needs two one-sided tests', () => {
  const of = (difference: number, error: number) =>
    decideDifferences([belief(difference, error)], { ...RULES, within: 0.02 })[0].equivalence!.is;
  expect(of(0.003, 0.01)).toBe('shown');
  expect(of(0.004, 0.01)).toBe('undecided');
  expect(of(0, 0.02)).toBe('undecided');
  expect(of(0.05, 0.01)).toBe('different');
});

test('more comparisons decide no more, and intervals hold their difference', () => {
  const difference = fc.double({ min: -0.3, max: 0.3, noNaN: true });
  fc.assert(
    fc.property(fc.array(difference, { minLength: 1, maxLength: 4 }), (all) => {
      const beliefs = all.map((one) => belief(one, 0.02));
      const together = decideDifferences(beliefs, RULES);
      beliefs.forEach((one, k) => {
        const [alone] = decideDifferences([one], RULES);
        expect(together[k].p).toBeGreaterThanOrEqual(alone.p);
        expect(together[k].low).toBeLessThanOrEqual(alone.low);
        expect(together[k].low).toBeLessThanOrEqual(one.difference);
        expect(together[k].high).toBeGreaterThanOrEqual(one.difference);
      });
    }),
  );
});
