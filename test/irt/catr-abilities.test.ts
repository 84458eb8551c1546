import { describe, expect, test } from 'vitest';
import { estimateEap } from '../../src/irt/estimate/eap.ts';
import { type AbilityEstimate, STANDARD_NORMAL } from '../../src/irt/estimate/estimate.ts';
import { estimateMap, estimateMl } from '../../src/irt/estimate/mode.ts';
import { estimateWle } from '../../src/irt/estimate/wle.ts';
import { gridOf } from '../../src/irt/likelihood-grid.ts';
import { logLikelihood } from '../../src/irt/log-likelihood.ts';
import { type Banks, golden, patternAnswers, scaledItems } from './golden.ts';
import { scoreOf, weightedRise, weightTilt } from './weighted-likelihood.ts';

type Estimator = 'ML' | 'BM' | 'WL' | 'EAP_33' | 'EAP_61on6' | 'EAP_N0.5_1.5';
type Golden = { bank: string; D: number; pattern: string; globalMl: number } & Record<
  Estimator,
  [theta: number, se: number]
>;
const { banks, patterns, estimates } = golden<{
  banks: Banks;
  patterns: Record<string, (number | null)[]>;
  estimates: Golden[];
}>('catr-abilities.json');

/** Both sides are solved to 1e-11 and better; R's `optimize`, which found the highest ML, to 2e-7. */
const TOLERANCE = 1e-6;

const cases = estimates.map((expected) => {
  const { bank, D, pattern } = expected;
  const answers = patternAnswers(scaledItems(banks, bank, D), patterns[pattern]);
  return { expected, answers, name: `${bank}, D = ${D}, ${pattern}` };
});
const on4 = (k: number, step = 0.25) => gridOf(cases[k].answers, -4, 4, step);

/** The cases whose ability differs, after checking that all others agree in ability and standard error. */
function different(estimator: Estimator, ours: (k: number) => AbilityEstimate): string[] {
  return cases.flatMap(({ expected, name }, k) => {
    const [theta, se] = expected[estimator];
    const estimate = ours(k);
    if (!(Math.abs(estimate.ability - theta) < TOLERANCE)) return [name];
    expect(Math.abs(estimate.se - se), name).toBeLessThan(TOLERANCE);
    return [];
  });
}

test('216 cases: 4 banks × 2 metrics × 27 patterns', () => {
  expect(cases).toHaveLength(216);
});

describe('maximum likelihood', () => {
  const lower = ['3PL, D = 1.702, short5', '4PL, D = 1.702, short5'];

  test('agrees with catR, except if catR stops at a lower maximum', () => {
    expect(different('ML', (k) => estimateMl(cases[k].answers, on4(k)))).toEqual(lower);
    for (const { expected, answers, name } of cases)
      if (lower.includes(name))
        expect(logLikelihood(expected.globalMl, answers)).toBeGreaterThan(
          logLikelihood(expected.ML[0], answers),
        );
  });

  test('is the highest maximum', () => {
    for (const [k, { expected, answers, name }] of cases.entries()) {
      const { ability } = estimateMl(answers, on4(k));
      expect(Math.abs(ability - expected.globalMl), name).toBeLessThan(TOLERANCE);
    }
  });

  test('says that it is at a bound', () => {
    for (const [k, { answers, name }] of cases.entries()) {
      const { ability, atBound } = estimateMl(answers, on4(k));
      expect(atBound, name).toBe(Math.abs(ability) === 4);
    }
  });
});

test('maximum a posteriori agrees with catR', () => {
  expect(different('BM', (k) => estimateMap(cases[k].answers, on4(k), STANDARD_NORMAL))).toEqual(
    [],
  );
});

test('expected a posteriori agrees with catR on its nodes', () => {
  const eap = (low: number, high: number, step: number, prior: { mean: number; sd: number }) => {
    return (k: number) => {
      const { answers } = cases[k];
      return estimateEap(answers, gridOf(answers, low, high, step), prior, false);
    };
  };
  expect(different('EAP_33', eap(-4, 4, 0.25, STANDARD_NORMAL))).toEqual([]);
  expect(different('EAP_61on6', eap(-6, 6, 0.2, STANDARD_NORMAL))).toEqual([]);
  expect(different('EAP_N0.5_1.5', eap(-6, 6, 0.1, { mean: 0.5, sd: 1.5 }))).toEqual([]);
});

describe('weighted likelihood', () => {
  const severalRoots = [
    '3PL, D = 1.702, short5',
    '4PL, D = 1, alternating',
    '4PL, D = 1.702, short5',
  ];

  test('agrees with catR, except if catR stops at a lower root', () => {
    expect(different('WL', (k) => estimateWle(cases[k].answers, on4(k)))).toEqual(severalRoots);
  });

  test.each(severalRoots)('%s: is a root, and higher than catR’s', (name) => {
    const k = cases.findIndex((entry) => entry.name === name);
    const { answers, expected } = cases[k];
    const score = (theta: number) => scoreOf(theta, answers) + weightTilt(theta, answers);
    const { ability } = estimateWle(answers, on4(k));
    const theirs = expected.WL[0];
    // A root known to 1e-12 where the score falls by at most 3 per unit of ability.
    expect(Math.abs(score(ability))).toBeLessThan(1e-9);
    expect(Math.abs(score(theirs))).toBeLessThan(1e-9);
    expect(weightedRise(answers, theirs, ability)).toBeGreaterThan(0.01);
  });
});

test('the step of the grid does not matter', () => {
  for (const [k, { answers, name }] of cases.entries()) {
    const [coarse, fine] = [on4(k), on4(k, 0.05)];
    for (const estimate of [estimateMl, estimateWle])
      expect(
        Math.abs(estimate(answers, coarse).ability - estimate(answers, fine).ability),
        name,
      ).toBeLessThan(1e-10);
  }
});
