import { expect, test } from 'vitest';
import { difAnswers } from '../../../../calibration/diagnose/dif/dif-answers.ts';
import { findDif } from '../../../../calibration/diagnose/dif/find-dif.ts';
import { logisticDif } from '../../../../calibration/diagnose/dif/logistic-dif.ts';
import { matchAbilities } from '../../../../calibration/diagnose/dif/match-abilities.ts';
import { fitMarginal } from '../../../../calibration/fit/marginal/fit-marginal.ts';
import { difBank } from '../../../../sim/calibration/dif-bank.ts';
import { fTail } from '../../../../src/statistics/f-tail.ts';
import { IS_ALL } from '../../../repetitions.ts';
import { copied, dif, OPTIONS } from './fixtures.ts';

const DESIGN = { perGroup: 250, items: 20, share: 0.1, shift: 1.2, familySize: 1 };
const bank = difBank('find-dif', DESIGN);
const methods = ['mantel-haenszel', 'logistic', 'irt'] as const;

test('items with DIF are found by all methods, with the same effect; purification leaves them out', () => {
  const found = dif(bank.matrix, bank.labels, { methods, mostRounds: 10, correction: 'holm' });
  for (const method of methods) {
    const { items, matching, settled } = found[method]!;
    expect([method, items.map((item) => item!.flagged).indexOf(true)]).toEqual([method, 0]);
    expect(items.filter((item) => item!.flagged)).toHaveLength(2);
    expect([matching, settled]).toEqual([18, true]);
    for (const j of [0, 1]) expect(items[j]!.effect!).toBeLessThan(-0.6);
    const mh = found['mantel-haenszel']!.items[0]!;
    expect(Math.abs(items[0]!.effect! - mh.effect!)).toBeLessThan(mh.se!);
  }
});

test.runIf(IS_ALL)(
  'the IRT statistic is nearly that of refitting all items; the anchors keep their parameters',
  () => {
    const { irt } = dif(bank.matrix, bank.labels, { methods: ['irt'] });
    const free = { family: 'none' } as const;
    const options = {
      model: '2pl' as const,
      priors: { a: free, b: free, c: free, d: free },
      quadrature: 61,
      maxIterations: 1000,
      tolerance: 1e-5,
      engine: OPTIONS.engine,
      groups: bank.labels,
    };
    const { examinees, items, scores } = bank.matrix;
    const width = items.length;
    const equal = fitMarginal(bank.matrix, options).logLikelihood;
    for (const j of [0, 7]) {
      // The item of the focal group as an item of its own.
      const split = Float32Array.from({ length: examinees.length * (width + 1) }, (_, k) => {
        const [i, at] = [Math.floor(k / (width + 1)), k % (width + 1)];
        if (at === width) return bank.labels[i] === 1 ? scores[i * width + j] : Number.NaN;
        return at === j && bank.labels[i] === 1 ? Number.NaN : scores[i * width + at];
      });
      const apart = fitMarginal({ examinees, items: [...items, 'focal'], scores: split }, options);
      const refitted = 2 * (apart.logLikelihood - equal);
      // Measured: within 10% of the statistic, or a fifth of a unit where it is small.
      expect(Math.abs(irt!.items[j]!.plain.both! - refitted)).toBeLessThan(0.2 + 0.1 * refitted);
    }
  },
);

test('of few models p is the tail of F and not of chi-square; logistic regression is on the logits of the predicted answers', () => {
  const { matrix, labels } = difBank('few', { ...DESIGN, perGroup: 12, items: 8 });
  const found = dif(matrix, labels, { methods: ['logistic', 'irt'] });
  // An intercept and a slope in each group are taken from 24 answers.
  for (const { items } of [found.logistic!, found.irt!])
    for (const item of items)
      expect(item!.p).toBeCloseTo(fTail(item!.plain.both! / 2, 2, 24 - 4), 9);
  const answers = difAnswers(matrix, { labels: Float64Array.from(labels), dates: null });
  const all = new Uint8Array(8).fill(1);
  const matching = matchAbilities(matrix, answers, all, found.curves, OPTIONS.engine, null);
  for (let j = 0; j < 8; j++) {
    const { predicted, window } = matching.item(j)!;
    const logits = predicted.map((p) => Math.log(p) - Math.log1p(-p));
    const own = logisticDif(logits, window.groups, window.answers, 24)!;
    expect(found.logistic!.items[j]!.plain.both).toBeCloseTo(own.both, 9);
  }
});

test('copies of models: with families the design effect is their number, and p is that of single ones', () => {
  const small = difBank('copies', { ...DESIGN, perGroup: 40, shift: 0 });
  const many = copied(small.matrix, 4);
  const labels = Array.from(small.labels, (label) => [label, label, label, label]).flat();
  const families = many.examinees.map((_, i) => `f${Math.floor(i / 4)}`);
  const strata = 8;
  const one = dif(small.matrix, small.labels, { strata });
  const { designEffects, ...found } = dif(many, labels, { families, strata });
  // In strata of n = 10 models the hypergeometric variances make it (4n − 1)/(n − 1) = 4.33; chance is about 1% of the average.
  const average = designEffects.reduce((sum, own) => sum + own, 0) / designEffects.length;
  expect(average).toBeGreaterThan(4.15);
  expect(average).toBeLessThan(4.5);
  // Copies say more of the items' curves, so predicted answers differ a little.
  const sum = (items: typeof found.logistic) =>
    items!.items.reduce((total, item) => total + item!.plain.both, 0);
  expect(Math.abs(sum(found.logistic) / sum(one.logistic) / 4 - 1)).toBeLessThan(0.25);
  found.logistic!.items.forEach((item, j) => {
    expect(Math.abs(item!.se! / one.logistic!.items[j]!.se! - 1)).toBeLessThan(0.15);
  });
});

test('few families: p is never below one of their arrangements', () => {
  const large = difBank('few', { ...DESIGN, shift: 3, perGroup: 200 });
  const families = large.matrix.examinees.map((_, i) => `f${Math.floor(i / 100)}`);
  const found = dif(large.matrix, large.labels, { families });
  // Two of four families are focal: six arrangements.
  for (const item of found.logistic!.items) expect(item!.p).toBeGreaterThanOrEqual(1 / 6 - 1e-12);
});

test('groups of pairs: a model is focal for items of its date or older', () => {
  const dates = Float64Array.from(bank.matrix.items, (_, j) => (j === 5 ? Number.NaN : 1));
  const found = dif(bank.matrix, bank.labels);
  const byDate = {
    labels: bank.labels,
    dates,
  };
  const paired = findByDate(byDate);
  paired.forEach((item, j) => {
    if (j === 5) expect(item).toBeNull();
    else expect(item!.plain.chiSquare).toBe(found['mantel-haenszel']!.items[j]!.plain.chiSquare);
  });
});

test.each([
  ['with guessing', [400, 400], { guessing: 0.25, sdLogA: 0.5 }, '3pl', 2],
  ['of few models', [20, 30], {}, '2pl', 5],
] as const)(
  'groups that differ by 1.5 in ability, %s: without DIF one item in ten has p < .05 at most',
  (_, perGroup, more, curves, banks) => {
    const found = Array.from({ length: banks }, (_, run) => {
      const design = { ...DESIGN, perGroup, share: 0, impact: 1.5, ...more };
      const { matrix, labels } = difBank(`impact ${run + 2}`, design);
      return dif(matrix, labels, { methods });
    });
    for (const one of found) expect(one.curves).toBe(curves);
    for (const method of methods) {
      const items = found.flatMap((one) => one[method]!.items.flatMap((item) => item ?? []));
      const low = items.filter(({ p }) => p < 0.05);
      expect([method, low.length <= items.length / 10]).toEqual([method, true]);
    }
  },
);

test('the same seed, the same arrangements', () => {
  const { matrix, labels } = difBank('seed', { ...DESIGN, perGroup: 30 });
  const options = { families: matrix.examinees.map((_, i) => `f${Math.floor(i / 3)}`) };
  expect(dif(matrix, labels, options)).toEqual(dif(matrix, labels, options));
});

function findByDate(groups: { labels: Float64Array; dates: Float64Array }) {
  return findDif(bank.matrix, groups, OPTIONS)['mantel-haenszel']!.items;
}
