import { expect, test } from 'vitest';
import { NO_FACET_PRIORS } from '../../../calibration/facets/facet-types.ts';
import { fitFacets } from '../../../calibration/facets/fit-facets.ts';
import golden from '../../golden/facets/values.json' with { type: 'json' };
import { IS_ALL } from '../../repetitions.ts';
import { simulateRatings } from './simulate-ratings.ts';

interface Lists {
  readonly answers: number[];
  readonly raters: number[];
  readonly aspects: number[];
  readonly scores: number[];
}

function ratingsOf(lists: Lists) {
  const of = (list: number[]) => Int32Array.from(list);
  const count = (list: number[]) => Math.max(...list) + 1;
  return {
    ...{ answers: of(lists.answers), raters: of(lists.raters), aspects: of(lists.aspects) },
    scores: of(lists.scores),
    counts: {
      ...{ answers: count(lists.answers), raters: count(lists.raters) },
      ...{ aspects: count(lists.aspects), categories: count(lists.scores) },
    },
  };
}

/** The greatest difference between two lists. */
function apart(found: ArrayLike<number>, expected: ArrayLike<number>): number {
  expect(found.length).toBe(expected.length);
  return Math.max(...Array.from(found, (x, k) => Math.abs(x - expected[k])));
}

const EXACT = { priors: NO_FACET_PRIORS, tolerance: 1e-8 };

test('two categories: the mixed logistic regression of lme4', () => {
  const { binary } = golden;
  const found = fitFacets(ratingsOf(binary), { ...EXACT, deviations: 'none' });
  expect(found.converged).toBe(true);
  // lme4 stops where its steps are below some 1e-4 of the estimates.
  expect(apart(found.raters.severities, binary.severities)).toBeLessThan(5e-4);
  expect(apart(found.aspects.difficulties, binary.difficulties)).toBeLessThan(5e-4);
  expect(Math.abs(found.groups.means[0] - binary.mean)).toBeLessThan(5e-4);
  expect(Math.abs(found.sd - binary.sd)).toBeLessThan(5e-4);
  expect(Math.abs(found.logLikelihood - binary.logLikelihood)).toBeLessThan(1e-4);
  // lme4's errors come from differences of the deviance.
  expect(apart(found.raters.modelErrors.subarray(0, 3), binary.errors)).toBeLessThan(2e-3);
});

test('five categories: eRm’s conditional likelihood, which assumes no distribution of qualities', () => {
  const { ratingScale } = golden;
  const found = fitFacets(ratingsOf(ratingScale), { ...EXACT, tolerance: 1e-5 });
  // Both are consistent; with 7,500 ratings they differ by a fraction of the standard error, .035.
  expect(apart(found.raters.severities, ratingScale.severities)).toBeLessThan(0.01);
  expect(apart(found.thresholds, ratingScale.thresholds)).toBeLessThan(0.02);
});

test.each(['aspect', 'rater'] as const)('deviations by %s: sums over a fine grid in R', (by) => {
  const expected = golden[`deviations_${by}`];
  const found = fitFacets(ratingsOf(expected), { ...EXACT, deviations: by });
  // R’s BFGS takes differences for derivatives, and stops some 1e-4 from the maximum.
  expect(apart(found.raters.severities, expected.severities)).toBeLessThan(1e-3);
  expect(apart(found.aspects.difficulties, expected.difficulties)).toBeLessThan(1e-3);
  expect(apart(found.thresholds, expected.thresholds)).toBeLessThan(1e-3);
  expect(Math.abs(found.sd - expected.sd)).toBeLessThan(2e-3);
  expect(Math.abs(found.deviationSd - expected.deviationSd)).toBeLessThan(5e-3);
  expect(Math.abs(found.logLikelihood - expected.logLikelihood)).toBeLessThan(1e-4);
  expect(apart(found.raters.modelErrors.subarray(0, 2), expected.errors)).toBeLessThan(2e-3);
});

const TRUTH = { severities: [-0.5, 0, 0.5], answers: 60, aspects: 2, perAnswer: 2, categories: 4 };

test('other numbers for raters, answers and aspects, and another order of the ratings, give the same', () => {
  const ratings = simulateRatings(TRUTH);
  const groups = Int32Array.from({ length: 60 }, (_, a) => a % 3);
  const plain = fitFacets(ratings, { groups, deviations: 'aspect' });
  const raterTo = [2, 0, 1];
  const order = Int32Array.from(ratings.scores, (_, k) => k).reverse();
  const other = fitFacets(
    {
      answers: order.map((k) => 59 - ratings.answers[k]),
      raters: order.map((k) => raterTo[ratings.raters[k]]),
      aspects: order.map((k) => 1 - ratings.aspects[k]),
      scores: order.map((k) => ratings.scores[k]),
      counts: ratings.counts,
    },
    { groups: groups.slice().reverse(), deviations: 'aspect' },
  );
  // Both end within the tolerance of Newton’s steps.
  expect(
    apart(
      raterTo.map((r) => other.raters.severities[r]),
      plain.raters.severities,
    ),
  ).toBeLessThan(1e-6);
  expect(apart(other.answers.fair.slice().reverse(), plain.answers.fair)).toBeLessThan(1e-6);
  expect(apart(other.groups.fair, plain.groups.fair)).toBeLessThan(1e-6);
  expect(apart(other.groups.errors, plain.groups.errors)).toBeLessThan(1e-6);
});

test('scores turned around turn the sign of severities, and fair scores around', () => {
  const ratings = simulateRatings(TRUTH);
  const plain = fitFacets(ratings, { deviations: 'rater' });
  const turned = fitFacets(
    { ...ratings, scores: ratings.scores.map((score) => 3 - score) },
    { deviations: 'rater' },
  );
  expect(
    apart(
      turned.raters.severities.map((x) => -x),
      plain.raters.severities,
    ),
  ).toBeLessThan(1e-6);
  expect(
    apart(
      turned.answers.fair.map((x) => 3 - x),
      plain.answers.fair,
    ),
  ).toBeLessThan(1e-6);
  expect(turned.logLikelihood).toBeCloseTo(plain.logLikelihood, 6);
});

test.runIf(IS_ALL)(
  'one logit of severity is found, and taken out of the scores of models that strict raters got',
  () => {
    // Raters 2 and 3 are strict and mostly get the answers of model 1, which is better.
    const severities = [-0.5, -0.5, 0.5, 0.5];
    const all = simulateRatings({
      ...{
        severities,
        answers: 200,
        quality: (a) => (a % 2 === 0 ? -0.2 : 0.2) + ((a % 7) - 3) / 3,
      },
    });
    const keep = Int32Array.from(all.scores, (_, k) => k).filter((k) => {
      const [a, r] = [all.answers[k], all.raters[k]];
      return a % 10 < 2 ? r % 2 === 0 : r >= 2 === (a % 2 === 1);
    });
    const ratings = {
      ...{ answers: keep.map((k) => all.answers[k]), raters: keep.map((k) => all.raters[k]) },
      ...{ aspects: keep.map((k) => all.aspects[k]), scores: keep.map((k) => all.scores[k]) },
      counts: all.counts,
    };
    const groups = Int32Array.from({ length: 200 }, (_, a) => a % 2);
    const found = fitFacets(ratings, { groups });
    found.raters.severities.forEach((x, r) => {
      expect(Math.abs(x - severities[r])).toBeLessThan(3 * found.raters.errors[r]);
    });
    expect(found.raters.equal.p).toBeLessThan(1e-6);
    const plain = [0, 1].map((model) => {
      const own = ratings.scores.filter((_, k) => ratings.answers[k] % 2 === model);
      return own.reduce((sum, x) => sum + x, 0) / own.length;
    });
    expect(plain[1]).toBeLessThan(plain[0]);
    expect(found.groups.fair[1]).toBeGreaterThan(found.groups.fair[0]);
  },
);

test('a rater who is strict in one aspect only, one who hardly follows the answers, and one with halo', () => {
  const found = fitFacets(
    simulateRatings({
      ...{ severities: [0, 0, 0, 0, 0], answers: 140, perAnswer: 3 },
      bias: (r, s) => (r === 1 && s === 2 ? 1 : 0),
      slope: (r) => (r === 3 ? 0.3 : 1),
    }),
    { deviations: 'aspect' },
  );
  const { bias, sensitivity } = found.raters;
  const clear = [...bias.adjusted.keys()].filter((k) => bias.adjusted[k] < 0.05);
  expect(clear).toContain(1 * 4 + 2);
  expect(bias.values[6]).toBeGreaterThan(0.5);
  expect(bias.values[6]).toBeLessThan(1.5);
  const weak = [...sensitivity.adjusted.keys()].filter(
    (r) => sensitivity.adjusted[r] < 0.05 && sensitivity.values[r] < 0,
  );
  expect(weak).toEqual([3]);
  const halo = fitFacets(
    simulateRatings({
      ...{ severities: [0, 0, 0], answers: 80, perAnswer: 2, aspectSd: 0, impressionSd: 1 },
    }),
  );
  expect(halo.deviations).toBe('rater');
  expect(Math.abs(halo.deviationSd - 1)).toBeLessThan(0.25);
});

test('extremes stay finite: one category only, categories nobody uses, a model with the best score, answers without ratings', () => {
  const { counts, ...lists } = simulateRatings({ ...TRUTH, categories: 6, seed: 3 });
  const scores = lists.scores.map((score, k) =>
    lists.raters[k] === 2 || lists.answers[k] % 3 === 0 ? 5 : Math.min(score, 2),
  );
  const found = fitFacets(
    { ...lists, scores, counts: { ...counts, answers: 62, raters: 4 } },
    { groups: Int32Array.from({ length: 62 }, (_, a) => a % 3) },
  );
  expect(found.converged).toBe(true);
  expect([...found.raters.usedOneCategory]).toEqual([0, 0, 1, 1]);
  for (const list of [found.raters.severities, found.thresholds, found.answers.fair])
    for (const x of list) expect(Number.isFinite(x)).toBe(true);
  for (let a = 0; a < 62; a++) {
    expect(found.answers.low[a]).toBeGreaterThanOrEqual(0);
    expect(found.answers.low[a]).toBeLessThanOrEqual(found.answers.fair[a]);
    expect(found.answers.high[a]).toBeLessThanOrEqual(5);
  }
  expect([...found.raters.components]).toEqual([0, 0, 0, 1]);
});

test('groups of raters without common answers are named', () => {
  const { components } = fitFacets({
    answers: Int32Array.of(0, 0, 1, 1, 2, 2),
    raters: Int32Array.of(0, 2, 1, 3, 3, 1),
    aspects: new Int32Array(6),
    scores: Int32Array.of(0, 1, 1, 0, 1, 1),
    counts: { answers: 3, raters: 4, aspects: 1, categories: 2 },
  }).raters;
  expect([...components]).toEqual([0, 1, 0, 1]);
});

test.each([
  [{ scores: Int32Array.of(0, 2) }, /scores\[1\]: found 2/],
  [{ raters: Int32Array.of(0, 0) }, /two of rater 0/],
  [{ raters: Int32Array.of(0) }, /raters: found 1 numbers/],
])('ratings that cannot be are refused: %o', (wrong, message) => {
  const ratings = {
    ...{ answers: Int32Array.of(0, 0), raters: Int32Array.of(0, 1) },
    ...{ aspects: Int32Array.of(0, 0), scores: Int32Array.of(0, 1) },
    counts: { answers: 1, raters: 2, aspects: 1, categories: 2 },
  };
  expect(() => fitFacets({ ...ratings, ...wrong })).toThrow(message);
});
