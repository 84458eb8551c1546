import { describe, expect, test } from 'vitest';
import { answersOf } from '../../src/irt/answers.ts';
import { estimateEap } from '../../src/irt/estimate/eap.ts';
import { estimateMap, estimateMl } from '../../src/irt/estimate/mode.ts';
import { estimateWle } from '../../src/irt/estimate/wle.ts';
import { gridOf } from '../../src/irt/likelihood-grid.ts';
import { logLikelihood } from '../../src/irt/log-likelihood.ts';
import { itemParameters } from '../../src/irt/parameters.ts';
import { probability } from '../../src/irt/probability.ts';
import { testInformation } from '../../src/irt/test-information.ts';
import { IS_ALL } from '../repetitions.ts';
import { golden } from './golden.ts';

type Scores = { theta: (number | null)[]; se: (number | null)[] };
type Model = Record<'a' | 'b' | 'c' | 'u', number[]> & {
  latentVariance: number;
  scores: Record<'EAP' | 'MAP' | 'ML' | 'WLE', Scores>;
  theta: number[];
  testInformation: number[];
  expectedTest: number[];
};
const { answers: patterns, models } = golden<{ answers: string[]; models: Record<string, Model> }>(
  'mirt-sat12.json',
);

/** What is promised; mirt's optimiser and its normal weights are exact to some 1e-5. */
const TOLERANCE = 0.005;
/** mirt does not bound its estimates. */
const WIDE = [-20, 20, 0.25] as const;

test('600 examinees, 3 models', () => {
  expect(patterns).toHaveLength(600);
  expect(Object.keys(models).sort()).toEqual(['2PL', '3PL', 'Rasch']);
});

describe.each(Object.entries(models))('mirt, SAT12, %s', (name, model) => {
  const items = itemParameters({ a: model.a, b: model.b, c: model.c, d: model.u });
  const prior = { mean: 0, sd: Math.sqrt(model.latentVariance) };
  const examinees = patterns.map((pattern) => answersOf(items, Array.from(pattern, Number)));
  /** A quarter of them; all in `npm run test:all`. */
  const some = [...examinees.entries()].filter(([i]) => IS_ALL || i % 4 === 0);

  test('EAP and its standard error', () => {
    for (const [i, answers] of some) {
      const { ability, se } = estimateEap(answers, gridOf(answers, -6, 6, 0.2), prior, false);
      expect(Math.abs(ability - model.scores.EAP.theta[i]!)).toBeLessThan(TOLERANCE);
      expect(Math.abs(se - model.scores.EAP.se[i]!)).toBeLessThan(TOLERANCE);
    }
  });

  test('MAP', () => {
    for (const [i, answers] of some) {
      const { ability } = estimateMap(answers, gridOf(answers, ...WIDE), prior);
      expect(Math.abs(ability - model.scores.MAP.theta[i]!)).toBeLessThan(TOLERANCE);
    }
  });

  test('ML; if mirt finds no estimate, ours is at a bound', () => {
    let without = 0;
    for (const [i, answers] of examinees.entries()) {
      const { ability, atBound } = estimateMl(answers, gridOf(answers, ...WIDE));
      const theirs = model.scores.ML.theta[i];
      expect(atBound).toBe(theirs === null);
      if (theirs === null) without++;
      else expect(Math.abs(ability - theirs)).toBeLessThan(TOLERANCE);
    }
    expect(without).toBe(name === '3PL' ? 4 : 3);
  });

  test(name === '3PL' ? 'mirt’s WLE is the Jeffreys mode here' : 'WLE', () => {
    for (const [i, answers] of some) {
      const theirs = model.scores.WLE.theta[i]!;
      const ours =
        name === '3PL'
          ? highestNear(
              theirs,
              (t) => logLikelihood(t, answers) + Math.log(testInformation(t, items)) / 2,
            )
          : estimateWle(answers, gridOf(answers, ...WIDE)).ability;
      expect(Math.abs(ours - theirs)).toBeLessThan(TOLERANCE);
    }
  });

  test('test information and expected score', () => {
    for (const [k, theta] of model.theta.entries()) {
      let expected = 0;
      for (let j = 0; j < items.count; j++)
        expected += probability(theta, items.a[j], items.b[j], items.c[j], items.d[j]);
      // Closed formulas: sums of 32 rounded terms.
      expect(Math.abs(testInformation(theta, items) - model.testInformation[k])).toBeLessThan(1e-9);
      expect(Math.abs(expected - model.expectedTest[k])).toBeLessThan(1e-9);
    }
  });
});

/** The maximum of `height` within 0.1 of `theta`, by golden-section search. */
function highestNear(theta: number, height: (t: number) => number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [theta - 0.1, theta + 0.1];
  while (high - low > 1e-6) {
    const left = high - ratio * (high - low);
    const right = low + ratio * (high - low);
    if (height(left) < height(right)) low = left;
    else high = right;
  }
  return (low + high) / 2;
}
