import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { informationIndex } from '../../src/cat/select/information-index.ts';
import { answersOf, isMixed } from '../../src/irt/answers.ts';
import { ESTIMATORS, estimateAbility, STANDARD_NORMAL } from '../../src/irt/estimate/estimate.ts';
import { information } from '../../src/irt/information.ts';
import { informationPeak } from '../../src/irt/information-peak.ts';
import { gridOf, stepFor } from '../../src/irt/likelihood-grid.ts';
import { logComplement, logProbability } from '../../src/irt/log-probability.ts';
import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import { predictedScore } from '../../src/irt/predicted-score.ts';
import { probability } from '../../src/irt/probability.ts';
import { probabilityDerivatives } from '../../src/irt/probability-derivatives.ts';
import {
  type AnsweredItem,
  answeredItems,
  between,
  itemsOf,
  runs,
  shape,
} from '../irt/arbitrary-items.ts';

/** The same curves seen from the other end of the scale: P(θ; a, b) = P(−θ; −a, −b). */
const mirrored = ({ a, b, c, d }: ItemParameters) =>
  itemParameters({ a: a.map((x) => -x), b: b.map((x) => -x), c, d });
/** Items of both signs. */
const mixedSigns = (list: readonly AnsweredItem[]) =>
  list.map((item, k) => (k % 3 === 1 ? { ...item, a: -item.a } : item));

describe('a scale seen from its other end', () => {
  test('has the same curves: probability, information, their logarithms; slopes turn around', () => {
    fc.assert(
      fc.property(shape, between(-8, 8), ({ a, b, c, d }, theta) => {
        const here = [theta, a, b, c, d] as const;
        const there = [-theta, -a, -b, c, d] as const;
        for (const curve of [probability, information, logProbability, logComplement])
          expect(curve(...there)).toBe(curve(...here));
        const [one, other] = [probabilityDerivatives(...here), probabilityDerivatives(...there)];
        expect(other.first === -one.first).toBe(true);
        expect(other.second).toBe(one.second);
        const [peak, turned] = [informationPeak(a, b, c, d), informationPeak(-a, -b, c, d)];
        expect(Math.abs(turned + peak)).toBeLessThanOrEqual(1e-12 * (1 + Math.abs(peak)));
      }),
      runs(2000),
    );
  });

  test.each(ESTIMATORS)('has the mirrored ability by %s, and the same predicted score', (name) => {
    let twins = 0;
    fc.assert(
      // Slopes of up to 3: the likelihood has then one maximum that stands out, whichever end a search begins at.
      fc.property(answeredItems(12, 3), (list) => {
        const items = itemsOf(mixedSigns(list));
        const scores = list.map(({ u }) => u);
        const step = stepFor(items, 0.05);
        const estimate = (own: ItemParameters) => {
          const answers = answersOf(own, scores);
          const found = estimateAbility(
            name,
            answers,
            gridOf(answers, -6, 6, step),
            STANDARD_NORMAL,
          );
          const weights = new Float64Array(list.length).fill(1 / list.length);
          const first = { ...answers, count: Math.ceil(answers.count / 2) };
          return {
            ...found,
            mixed: isMixed(answers),
            predicted: predictedScore(first, found, weights),
            answers,
          };
        };
        const [one, other] = [estimate(items), estimate(mirrored(items))];
        expect(other.mixed).toBe(one.mixed);
        if (Math.abs(one.ability + other.ability) > 1e-6) {
          // Two maxima of one height: either is right.
          expect(name).not.toBe('eap');
          twins++;
          return;
        }
        expect(other.atBound).toBe(one.atBound);
        expect(Math.abs(other.se - one.se) / one.se || 0).toBeLessThan(1e-5);
        expect(Math.abs(other.predicted.score - one.predicted.score)).toBeLessThan(1e-6);
      }),
      runs(300),
    );
    expect(twins).toBeLessThan(3);
  });

  test('answers that all point to one end are not mixed, for any signs of the slopes', () => {
    const items = itemParameters({ a: [1, -1], b: [0, 0] });
    expect(isMixed(answersOf(items, [1, 0]))).toBe(false);
    expect(isMixed(answersOf(items, [0, 1]))).toBe(false);
    expect(isMixed(answersOf(items, [1, 1]))).toBe(true);
    const answers = answersOf(items, [1, 0]);
    const { ability, atBound } = estimateAbility('ml', answers, gridOf(answers, -6, 6, 0.05));
    expect([ability, atBound]).toEqual([6, true]);
  });

  test('the index finds the most informative items of either sign', () => {
    fc.assert(
      fc.property(
        fc.array(shape, { minLength: 1, maxLength: 60 }),
        between(-6, 6),
        (list, theta) => {
          const items = itemsOf(
            list.map((item, k) => (k % 2 === 0 ? item : { ...item, a: -item.a })),
          );
          const best = new Int32Array(3);
          const found = informationIndex(items, -6, 6).find(theta, () => true, best);
          const value = (j: number) =>
            information(theta, items.a[j], items.b[j], items.c[j], items.d[j]);
          const order = Array.from({ length: items.count }, (_, j) => j).sort(
            (x, y) => value(y) - value(x) || x - y,
          );
          expect(Array.from(best.subarray(0, found))).toEqual(order.slice(0, 3));
        },
      ),
      runs(300),
    );
  });
});
