import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Answers } from '../../src/irt/answers.ts';
import { CUT_OFF, estimateEap } from '../../src/irt/estimate/eap.ts';
import {
  ESTIMATORS,
  type EstimatorName,
  estimateAbility,
  STANDARD_NORMAL,
} from '../../src/irt/estimate/estimate.ts';
import { estimateMl } from '../../src/irt/estimate/mode.ts';
import { estimateWle } from '../../src/irt/estimate/wle.ts';
import { gridOf, type LikelihoodGrid, stepFor } from '../../src/irt/likelihood-grid.ts';
import { likelihoodSlope } from '../../src/irt/likelihood-slope.ts';
import { logLikelihood } from '../../src/irt/log-likelihood.ts';
import { logComplement, logProbability } from '../../src/irt/log-probability.ts';
import {
  type AnsweredItem,
  answeredItems,
  answersFrom,
  between,
  runs,
  shape,
  steepItems,
} from '../irt/arbitrary-items.ts';

const LOW = -6;
const HIGH = 6;
const gridFor = (answers: Answers): LikelihoodGrid =>
  gridOf(answers, LOW, HIGH, stepFor(answers.items, 0.25));
const estimate = (name: EstimatorName, answers: Answers) =>
  estimateAbility(name, answers, gridFor(answers), STANDARD_NORMAL);
const at = { slope: 0, information: 0, observed: 0, warm: 0 };

test('maximum likelihood: no ability on a fine grid is likelier, 10,000 patterns', () => {
  const offset = between(0, 0.01);
  fc.assert(
    fc.property(answeredItems(24), offset, (list, first) => {
      const answers = answersFrom(list);
      const { ability } = estimateMl(answers, gridFor(answers));
      const top = logLikelihood(ability, answers);
      let highest = Math.max(logLikelihood(LOW, answers), logLikelihood(HIGH, answers));
      // No logarithm of a probability is steeper than its item: points of the grid that cannot be likelier are passed over.
      const steepest = list.reduce((sum, { a }) => sum + a, 0);
      for (let theta = LOW + first; theta <= HIGH; ) {
        const here = logLikelihood(theta, answers);
        highest = Math.max(highest, here);
        theta += 0.01 * Math.max(1, Math.floor((top - here) / (0.01 * steepest)));
      }
      expect(ability).toBeGreaterThanOrEqual(LOW);
      expect(ability).toBeLessThanOrEqual(HIGH);
      // Sums of 24 rounded logarithms.
      expect(top).toBeGreaterThanOrEqual(highest - 1e-13 * (1 + Math.abs(highest)));
    }),
    runs(10_000),
  );
});

test('maximum likelihood: the slope is 0 there, or points out of the bound', () => {
  fc.assert(
    fc.property(answeredItems(24), (list) => {
      const answers = answersFrom(list);
      const { ability, atBound } = estimateMl(answers, gridFor(answers));
      likelihoodSlope(ability, answers, at);
      if (atBound) expect(ability === LOW ? at.slope <= 0 : at.slope >= 0).toBe(true);
      // The ability is known to 1e-11.
      else expect(Math.abs(at.slope)).toBeLessThan(1e-11 * (Math.abs(at.observed) + list.length));
    }),
    runs(3_000),
  );
});

test('ml and map of items without guessing, which have one maximum: any grid finds it', () => {
  fc.assert(
    fc.property(steepItems(12, 20), (list) => {
      const answers = answersFrom(list.map((item) => ({ ...item, c: 0, d: 1 })));
      for (const name of ['ml', 'map'] as const) {
        const coarse = estimateAbility(name, answers, gridOf(answers, LOW, HIGH, 3));
        // The modes are exact to 1e-11 where the answers tell them apart.
        expect(Math.abs(coarse.ability - estimate(name, answers).ability)).toBeLessThan(
          1e-10 * Math.max(1, coarse.se ** 2),
        );
      }
    }),
    runs(2_000),
  );
});

describe('weighted likelihood', () => {
  /** Steep, but not so steep that the information underflows within the bounds. */
  const steep = fc.oneof(answeredItems(12, 20), steepItems(12, 28));
  const tilt = (theta: number, answers: Answers) => {
    likelihoodSlope(theta, answers, at);
    return at.warm / (2 * at.information);
  };

  test('is a root of the weighted score, or a bound that it points out of', () => {
    fc.assert(
      fc.property(steep, (list) => {
        const answers = answersFrom(list);
        const { ability, atBound } = estimateWle(answers, gridFor(answers));
        const score = tilt(ability, answers) + at.slope;
        if (atBound) expect(ability === LOW ? score <= 0 : score >= 0).toBe(true);
        // The ability is known to 1e-12, and the score changes by some a² an answer.
        else expect(Math.abs(score)).toBeLessThan(1e-11 * list.reduce((s, { a }) => s + a * a, 10));
      }),
      runs(3_000),
    );
  });

  test('no root on a fine grid is higher in log L + ∫ J/(2I)', () => {
    const step = 0.002;
    const panels = (HIGH - LOW) / step;
    fc.assert(
      fc.property(steep, (list) => {
        const answers = answersFrom(list);
        const { ability } = estimateWle(answers, gridFor(answers));
        let rise = 0;
        let best = LOW;
        let top = Number.NEGATIVE_INFINITY;
        let ours = Number.NaN;
        let left = tilt(LOW, answers);
        for (let k = 0; k <= panels; k++) {
          const theta = LOW + k * step;
          const height = logLikelihood(theta, answers) + rise;
          if (height > top) {
            top = height;
            best = theta;
          }
          if (ability >= theta && ability < theta + step)
            ours =
              logLikelihood(ability, answers) + rise + (ability - theta) * tilt(ability, answers);
          const right = tilt(theta + step, answers);
          // Simpson's rule.
          const middle = tilt(theta + step / 2, answers);
          rise += (step / 6) * (left + 4 * middle + right);
          left = right;
        }
        // Within a step of the maximum the height is known less well than the maximum is.
        if (Math.abs(best - ability) > step) expect(ours).toBeGreaterThan(top - 1e-5);
      }),
      runs(500),
    );
  });
});

describe('a right answer in place of a wrong one never lowers', () => {
  /** Both modes and both means are exact to 1e-11 and 1e-10 or better. */
  const ROUNDING = 1e-9;

  test.each(['map', 'eap'] as const)('%s', (name) => {
    fc.assert(
      fc.property(answeredItems(24), fc.nat(), (list, pick) => {
        const changed = pick % list.length;
        const abilityWith = (u: number) =>
          estimate(
            name,
            answersFrom(list.map((item, k) => (k === changed ? { ...item, u } : item))),
          ).ability;
        expect(abilityWith(1)).toBeGreaterThanOrEqual(abilityWith(0) - ROUNDING);
      }),
      runs(3_000),
    );
  });
});

test('all right and all wrong: ml at its bound, the others finite, and saying so at a bound', () => {
  fc.assert(
    fc.property(answeredItems(24), fc.constantFrom(0, 1), (list, u) => {
      const answers = answersFrom(list.map((item) => ({ ...item, u })));
      const ml = estimate('ml', answers);
      expect(ml).toMatchObject({ ability: u === 1 ? HIGH : LOW, atBound: true });
      for (const name of ['wle', 'map', 'eap'] as const) {
        const { ability, se, atBound } = estimate(name, answers);
        expect(ability >= LOW && ability <= HIGH, `${name} ${ability}`).toBe(true);
        if (name !== 'eap') expect(atBound).toBe(ability === LOW || ability === HIGH);
        if (name !== 'wle') expect(se > 0 && se < 2).toBe(true);
      }
    }),
    runs(2_000),
  );
});

test('no estimate is NaN, however extreme the items', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(shape, fc.constantFrom(0, 0.5, 1)), { minLength: 1, maxLength: 12 }),
      (pairs) => {
        const answers = answersFrom(pairs.map(([item, u]) => ({ ...item, u })));
        const grid = gridFor(answers);
        for (const name of ESTIMATORS) {
          const { ability, se } = estimateAbility(name, answers, grid);
          expect(ability >= LOW && ability <= HIGH, `${name} ${ability}`).toBe(true);
          expect(se > 0, `${name} se ${se}`).toBe(true);
          if (name === 'map' || name === 'eap') expect(Number.isFinite(se)).toBe(true);
        }
      },
    ),
    runs(3_000),
  );
});

describe('EAP is what brute force gives, to 1e-8', () => {
  /** Each item is answered `times` times alike, so that the posterior is as narrow as that of a long test. */
  const repeated = (list: readonly AnsweredItem[], times: number) =>
    answersFrom(list.flatMap((item) => Array<AnsweredItem>(times).fill(item)));
  const sd = fc.constantFrom(0.3, 1, 3);

  test.each([
    { times: 1, cases: 400, scan: 600 },
    { times: 50, cases: 150, scan: 1200 },
    { times: 2000, cases: 12, scan: 4800 },
  ])(
    '$times × up to 12 items',
    ({ times, cases, scan }) => {
      fc.assert(
        fc.property(answeredItems(12, 10), sd, (list, priorSd) => {
          const prior = { mean: 0, sd: priorSd };
          const answers = repeated(list, times);
          const { ability, se, atBound } = estimateEap(answers, gridFor(answers), prior);
          const expected = bruteForce(list, times, priorSd, scan);
          expect(Math.abs(ability - expected.mean)).toBeLessThan(1e-8);
          expect(Math.abs(se - expected.sd)).toBeLessThan(1e-8);
          // The top of the grid may lie a little below that of the density.
          if (expected.atEnds > 1.1 * CUT_OFF) expect(atBound).toBe(true);
          if (expected.atEnds < 0.9 * CUT_OFF) expect(atBound).toBe(false);
        }),
        runs(cases),
      );
    },
    120_000,
  );
});

/**
 * Mean and standard deviation of the posterior by Simpson's rule on 4,000 panels around its mass, which a scan in `panels` finds, and the greater
 * density at a bound, that of the mode being 1.
 */
function bruteForce(list: readonly AnsweredItem[], times: number, priorSd: number, panels: number) {
  const height = (theta: number) => {
    let sum = 0;
    for (const { a, b, c, d, u } of list)
      sum += u === 1 ? logProbability(theta, a, b, c, d) : logComplement(theta, a, b, c, d);
    return times * sum - (theta / priorSd) ** 2 / 2;
  };
  const heights = (low: number, high: number, intervals: number) => {
    const nodes = Array.from(
      { length: intervals + 1 },
      (_, k) => low + ((high - low) * k) / intervals,
    );
    const values = nodes.map(height);
    const top = Math.max(...values);
    return { nodes, below: values.map((value) => value - top) };
  };
  const scan = heights(LOW, HIGH, panels);
  const first = scan.below.findIndex((below) => below > -60);
  const last = scan.below.findLastIndex((below) => below > -60);
  const low = scan.nodes[Math.max(0, first - 1)];
  const high = scan.nodes[Math.min(panels, last + 1)];
  const { nodes, below } = heights(low, high, 4000);
  const weights = below.map(
    (value, k) => Math.exp(value) * (k === 0 || k === 4000 ? 1 : k % 2 === 1 ? 4 : 2),
  );
  const mass = weights.reduce((sum, weight) => sum + weight);
  const mean = weights.reduce((sum, weight, k) => sum + weight * nodes[k], 0) / mass;
  const variance =
    weights.reduce((sum, weight, k) => sum + weight * (nodes[k] - mean) ** 2, 0) / mass;
  const atEnds = Math.exp(Math.max(scan.below[0], scan.below[panels]));
  return { mean, sd: Math.sqrt(variance), atEnds };
}
