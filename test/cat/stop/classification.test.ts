import { describe, expect, test } from 'vitest';
import { PUBLISHED } from '../../../src/cat/configuration.ts';
import { AdaptiveSession } from '../../../src/cat/session.ts';
import { classOf, isClassified } from '../../../src/cat/stop/classification.ts';
import type { SprtRule } from '../../../src/cat/stop/rules.ts';
import { sprtDecision, sprtSide } from '../../../src/cat/stop/sprt.ts';
import { logLikelihood } from '../../../src/irt/log-likelihood.ts';
import { bankOf, simulatedItems, simulatedScores, sit } from '../simulated.ts';

test('a class is the number of cuts that an ability reaches', () => {
  expect([-2, -1, 0, 1, 1.5].map((ability) => classOf(ability, [-1, 1]))).toEqual([0, 1, 1, 2, 2]);
  expect(classOf(0.3, [])).toBe(0);
});

describe('by confidence interval', () => {
  const at95 = { rule: 'confidence-classification', cuts: [0], confidence: 0.95 } as const;
  test('a cut is left out from 1.959964 standard errors on, for 95% (the table of the normal distribution)', () => {
    expect(isClassified(at95, { ability: 0.3 * 1.95997, se: 0.3 })).toBe(true);
    expect(isClassified(at95, { ability: -0.3 * 1.95997, se: 0.3 })).toBe(true);
    expect(isClassified(at95, { ability: 0.3 * 1.95996, se: 0.3 })).toBe(false);
    expect(isClassified(at95, { ability: 2, se: Number.POSITIVE_INFINITY })).toBe(false);
  });

  test('every cut has to be left out', () => {
    const two = { ...at95, cuts: [-0.5, 1] };
    expect(isClassified(two, { ability: 0.25, se: 0.38 })).toBe(true);
    expect(isClassified(two, { ability: 0.5, se: 0.38 })).toBe(false);
    expect(isClassified(two, { ability: 0, se: 0.38 })).toBe(false);
  });

  test('a session ends there', () => {
    const bank = bankOf(simulatedItems('3PL', 300, 'classes'));
    const session = sit(
      new AdaptiveSession(bank, {
        ...PUBLISHED,
        estimator: 'eap',
        stop: { rule: 'any', of: [at95, { rule: 'length', items: 200 }] },
      }),
      simulatedScores(bank, 0.8, 'classes'),
    );
    expect(session.stopped).toBe('class settled at 0 with confidence 0.95');
    expect(session.estimate.ability / session.estimate.se).toBeGreaterThan(1.9599);
    expect(session.length).toBeLessThan(60);
  });
});

describe('by the sequential probability ratio test', () => {
  const rule: SprtRule = { rule: 'sprt', cut: 0.5, indifference: 0.3, alpha: 0.05, beta: 0.1 };
  /** A state whose log-likelihood ratio is this. */
  const ratioOf = (ratio: number) => ({
    logLikelihood: (theta: number) => (theta > 0.5 ? ratio : 0),
  });

  test("Wald's bounds: log(0.9 / 0.05) = 2.8904 and log(0.1 / 0.95) = −2.2513", () => {
    expect(sprtDecision(rule, ratioOf(2.8903))).toBe(null);
    expect(sprtDecision(rule, ratioOf(2.8904))).toBe('above');
    expect(sprtDecision(rule, ratioOf(-2.2512))).toBe(null);
    expect(sprtDecision(rule, ratioOf(-2.2513))).toBe('below');
  });

  test('at the end of a test without a decision the closer bound says the side', () => {
    expect(sprtSide(rule, ratioOf(0.32))).toBe('above');
    expect(sprtSide(rule, ratioOf(0.31))).toBe('below');
    expect(sprtSide(rule, ratioOf(-9))).toBe('below');
  });

  test('a session ends once its answers decide', () => {
    const bank = bankOf(simulatedItems('3PL', 300, 'sprt'));
    const session = sit(
      new AdaptiveSession(bank, { ...PUBLISHED, stop: { ...rule, cut: 0 } }),
      simulatedScores(bank, -0.9, 'sprt'),
    );
    expect(session.stopped).toBe('below the cut 0 by the ratio test');
    const items = session.items();
    const ratioAfter = (count: number) => {
      const answers = {
        items: bank.items,
        index: Int32Array.from(items, ({ index }) => index),
        scores: Float64Array.from(items, ({ score }) => score ?? Number.NaN),
        count,
      };
      return logLikelihood(0.3, answers) - logLikelihood(-0.3, answers);
    };
    expect(ratioAfter(items.length)).toBeLessThan(-2.2512);
    expect(ratioAfter(items.length - 1)).toBeGreaterThan(-2.2513);
  });
});
