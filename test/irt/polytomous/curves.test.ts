import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { information } from '../../../src/irt/information.ts';
import { categoryCurves, openCurves } from '../../../src/irt/polytomous/curves/category-curves.ts';
import { type ItemMoments, itemMoments } from '../../../src/irt/polytomous/item-moments.ts';
import { type MixedItem, mixedItems } from '../../../src/irt/polytomous/mixed-items.ts';
import { nominalOf, scoringOf } from '../../../src/irt/polytomous/nominal-parameters.ts';
import { probability } from '../../../src/irt/probability.ts';
import { probabilityDerivatives } from '../../../src/irt/probability-derivatives.ts';
import { between, runs } from '../arbitrary-items.ts';
import { anyItem, betaItem, gpcmItem, gradedItem, nominalItem } from './arbitrary-mixed.ts';

/** Rounding of sums of a dozen terms of at most 1. */
const ROUNDING = 1e-13;
/** Central differences with a step of 1e-5: truncation 1e-10 of the third derivative, and rounding over the step. */
const STEP = 1e-5;
const NUMERIC = 2e-6;
const ability = between(-6, 6);
const far = fc.oneof(ability, between(-1e4, 1e4));

function curvesOf(item: MixedItem, theta: number) {
  const items = mixedItems([item]);
  const count = items.categories[0];
  const curves = openCurves(count);
  categoryCurves(theta, items, 0, curves);
  return {
    logP: [...curves.logP],
    p: [...curves.logP].map(Math.exp),
    slope: [...curves.slope],
    bend: [...curves.bend],
  };
}

function momentsOf(item: MixedItem, theta: number): ItemMoments {
  const items = mixedItems([item]);
  const out = { score: 0, variance: 0, slope: 0, information: 0, warm: 0 };
  itemMoments(theta, items, 0, openCurves(items.mostCategories), out);
  return out;
}

const same = (found: readonly number[], expected: readonly number[], tolerance: number) => {
  expect(found.length).toBe(expected.length);
  found.forEach((value, k) => {
    const scale = Math.max(1, Math.abs(expected[k]));
    expect(Math.abs(value - expected[k]) / scale, `${k}`).toBeLessThan(tolerance);
  });
};

describe('curves of every model', () => {
  test('probabilities are finite in logs and sum to 1, also far away', () => {
    fc.assert(
      fc.property(anyItem, far, (item, theta) => {
        const { logP, p, slope, bend } = curvesOf(item, theta);
        for (const list of [logP, slope, bend]) expect(list.every(Number.isFinite)).toBe(true);
        expect(Math.abs(p.reduce((sum, value) => sum + value, 0) - 1)).toBeLessThan(1e-10);
      }),
      runs(3000),
    );
  });

  test('derivatives are those of the log-probabilities', () => {
    fc.assert(
      fc.property(anyItem, between(-4, 4), (item, theta) => {
        if (item.model === 'logistic' && Math.abs(item.a) > 5) return;
        const ahead = curvesOf(item, theta + STEP);
        const behind = curvesOf(item, theta - STEP);
        const { slope, bend } = curvesOf(item, theta);
        const difference = (of: 'logP' | 'slope') =>
          ahead[of].map((value, k) => (value - behind[of][k]) / (2 * STEP));
        same(slope, difference('logP'), NUMERIC);
        same(bend, difference('slope'), NUMERIC);
      }),
      runs(2000),
    );
  });

  test('information is the expected negative second derivative, and the variance of the first', () => {
    fc.assert(
      fc.property(anyItem, ability, (item, theta) => {
        const { p, bend, slope } = curvesOf(item, theta);
        const found = momentsOf(item, theta).information;
        const scale = Math.max(1, found);
        const expected = -p.reduce((sum, value, k) => sum + value * bend[k], 0);
        expect(Math.abs(found - expected) / scale).toBeLessThan(1e-9);
        const centre = p.reduce((sum, value, k) => sum + value * slope[k], 0);
        expect(Math.abs(centre) / scale).toBeLessThan(1e-9);
      }),
      runs(3000),
    );
  });

  test('expected score, its slope and its variance are those of the scores of the categories', () => {
    fc.assert(
      fc.property(anyItem, between(-4, 4), (item, theta) => {
        const { p } = curvesOf(item, theta);
        const last = p.length - 1;
        const { score, variance, slope } = momentsOf(item, theta);
        const mean = p.reduce((sum, value, k) => sum + (value * k) / last, 0);
        expect(Math.abs(score - mean)).toBeLessThan(ROUNDING);
        const square = p.reduce((sum, value, k) => sum + value * (k / last) ** 2, 0);
        expect(Math.abs(variance - (square - mean * mean))).toBeLessThan(1e-12);
        const ahead = momentsOf(item, theta + STEP).score;
        const behind = momentsOf(item, theta - STEP).score;
        same([slope], [(ahead - behind) / (2 * STEP)], 1e-4);
      }),
      runs(1000),
    );
  });
});

describe('two categories', () => {
  const twoPl = (a: number, b: number, theta: number) => {
    const p = probability(theta, a, b, 0, 1);
    const { first, second } = probabilityDerivatives(theta, a, b, 0, 1);
    return {
      p,
      information: information(theta, a, b, 0, 1),
      warm: (first * second) / (p * (1 - p)),
    };
  };
  const binary = [
    ['graded', (a: number, b: number) => ({ model: 'graded', a, b: [b] })],
    ['gpcm', (a: number, b: number) => ({ model: 'gpcm', a, b: [b] })],
    [
      'nominal',
      (a: number, b: number) => ({ model: 'nominal', slopes: [0, a], intercepts: [0, -a * b] }),
    ],
    ['beta', (a: number, b: number) => ({ model: 'beta', a, b, dispersion: 0.3, categories: 2 })],
  ] as const;
  test.each(binary)('%s is the 2PL', (_, itemOf) => {
    fc.assert(
      fc.property(between(0.2, 3), between(-3, 3), between(-4, 4), (a, b, theta) => {
        const item = itemOf(a, b) as MixedItem;
        const expected = twoPl(a, b, theta);
        const found = momentsOf(item, theta);
        expect(found.score).toBeCloseTo(expected.p, 12);
        expect(found.variance).toBeCloseTo(expected.p * (1 - expected.p), 12);
        expect(found.information).toBeCloseTo(expected.information, 12);
        expect(found.warm).toBeCloseTo(expected.warm, 11);
      }),
      runs(500),
    );
  });

  test('a logistic item has the curves of its four parameters', () => {
    const item = { model: 'logistic', a: 1.3, b: -0.4, c: 0.2, d: 0.95 } as const;
    for (const theta of [-3, -0.4, 0, 2.5]) {
      const p = probability(theta, 1.3, -0.4, 0.2, 0.95);
      const { first, second } = probabilityDerivatives(theta, 1.3, -0.4, 0.2, 0.95);
      const found = momentsOf(item, theta);
      expect(found.score).toBeCloseTo(p, 13);
      expect(found.information).toBeCloseTo(information(theta, 1.3, -0.4, 0.2, 0.95), 13);
      expect(found.warm).toBeCloseTo((first * second) / (p * (1 - p)), 13);
    }
  });
});

describe('identities', () => {
  test('reversing categories and ability leaves the probabilities of graded and gpcm items', () => {
    fc.assert(
      fc.property(fc.oneof(gradedItem, gpcmItem), ability, (item, theta) => {
        const reversed = { ...item, b: item.b.map((b) => -b).reverse() };
        same(curvesOf(reversed, -theta).logP.reverse(), curvesOf(item, theta).logP, 1e-10);
      }),
      runs(1000),
    );
  });

  test('a graded item with a negative slope has its categories in the other order', () => {
    const item: MixedItem = { model: 'graded', a: 1.2, b: [-1, 0.3, 1] };
    const backwards: MixedItem = { model: 'graded', a: -1.2, b: [1, 0.3, -1] };
    same(curvesOf(backwards, 0.7).logP.reverse(), curvesOf(item, 0.7).logP, 1e-12);
  });

  test('reversing a beta item and ability leaves its probabilities', () => {
    fc.assert(
      fc.property(betaItem, ability, (item, theta) => {
        const reversed = { ...item, b: -item.b };
        same(curvesOf(reversed, -theta).logP.reverse(), curvesOf(item, theta).logP, 1e-10);
      }),
      runs(1000),
    );
  });

  test('a constant added to the slopes or intercepts of a nominal item changes nothing', () => {
    fc.assert(
      fc.property(nominalItem, between(-5, 5), between(-5, 5), ability, (item, s, c, theta) => {
        const moved: MixedItem = {
          ...item,
          slopes: item.slopes.map((value) => value + s),
          intercepts: item.intercepts.map((value) => value + c),
        };
        same(curvesOf(moved, theta).logP, curvesOf(item, theta).logP, 1e-10);
      }),
      runs(1000),
    );
  });

  test("nominal parameters come back from mirt's form", () => {
    fc.assert(
      fc.property(nominalItem, (item) => {
        const form = scoringOf(item);
        if (form === null || Math.abs(form.a) < 1e-3) return;
        expect(form.scoring[0]).toBe(0);
        expect(form.scoring.at(-1)).toBe(item.slopes.length - 1);
        same(
          curvesOf({ model: 'nominal', ...nominalOf(form) }, 1.3).p,
          curvesOf(item, 1.3).p,
          1e-9,
        );
      }),
      runs(500),
    );
    expect(scoringOf({ slopes: [1, 2, 1], intercepts: [0, 0, 0] })).toBeNull();
  });

  test('a gpcm item is the nominal item with slopes ka', () => {
    const gpcm: MixedItem = { model: 'gpcm', a: 0.8, b: [-1, 0.5, 0.2] };
    const nominal: MixedItem = {
      model: 'nominal',
      slopes: [0, 0.8, 1.6, 2.4],
      intercepts: [0, 0.8, 0.4, 0.24],
    };
    for (const theta of [-5, 0, 1, 4])
      same(curvesOf(nominal, theta).p, curvesOf(gpcm, theta).p, 1e-13);
  });

  test('the score of a beta item has the mean μ and the variance of its dispersion', () => {
    fc.assert(
      fc.property(betaItem, ability, (item, theta) => {
        const mean = probability(theta, item.a, item.b, 0, 1);
        const n = item.categories - 1;
        const { score, variance } = momentsOf(item, theta);
        expect(score).toBeCloseTo(mean, 10);
        const expected = (mean * (1 - mean) * (1 + (n - 1) * item.dispersion)) / n;
        expect(variance).toBeCloseTo(expected, 10);
      }),
      runs(1000),
    );
  });
});

test('a graded item far from an ability keeps the exact tail of a middle category', () => {
  // At θ = 500, P_1 = e^(−500)(e^1 − e^0) up to e^(−500) relative.
  const { logP } = curvesOf({ model: 'graded', a: 1, b: [0, 1] }, 500);
  expect(logP[1]).toBeCloseTo(-500 + Math.log(Math.E - 1), 10);
});

test('thresholds that nearly coincide leave an exact category between them', () => {
  // P_1 = σ′(0) times their distance, up to the square of it.
  const { logP } = curvesOf({ model: 'graded', a: 1, b: [0, 3e-15] }, 0);
  expect(logP[1]).toBeCloseTo(Math.log(0.25 * 3e-15), 10);
});

test.each([
  [{ model: 'graded', a: 1, b: [0, 0] }, /item 1: b_2 is 0; accepted: thresholds that rise/],
  [{ model: 'graded', a: 0, b: [0] }, /a \(discrimination\) is 0/],
  [{ model: 'gpcm', a: 1, b: [Number.NaN] }, /b \(difficulty\) is NaN/],
  [{ model: 'nominal', slopes: [0, 1], intercepts: [0] }, /the number of intercepts is 1/],
  [{ model: 'nominal', slopes: [1], intercepts: [0] }, /the number of categories is 1/],
  [{ model: 'beta', a: 1, b: 0, dispersion: 1, categories: 5 }, /the dispersion is 1/],
  [{ model: 'logistic', a: 1, b: 0, c: 1 }, /c \(guessing\) is 1/],
  [{ model: 'logistic', a: 1, b: 0, c: 0.5, d: 0.4 }, /d \(upper asymptote\) is 0.4/],
  [{ model: 'graded', a: 1, b: [0, 1], scores: [0, 1] }, /the number of scores is 2/],
] as const)('refuses %j', (item, message) => {
  expect(() => mixedItems([item as MixedItem])).toThrow(message);
});
