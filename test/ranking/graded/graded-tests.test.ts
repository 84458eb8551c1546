import { describe, expect, test } from 'vitest';
import { simulatedCategories } from '../../../sim/calibration/simulated-categories.ts';
import { type MixedItem, mixedItems } from '../../../src/irt/polytomous/mixed-items.ts';
import { randomStream } from '../../../src/random.ts';
import { type GradedTests, gradedTests } from '../../../src/ranking/graded/graded-tests.ts';
import { dealFolds } from '../../../src/statistics/deal-folds.ts';

const EXAMINEES = 36;
const ITEMS = 10;
const items = mixedItems(
  Array.from({ length: ITEMS }, (_, j): MixedItem => {
    const middle = (j - 4.5) / 2.5;
    return { model: 'graded', a: 1.5, b: [middle - 0.6, middle + 0.6] };
  }),
);
const { matrix } = simulatedCategories('graded-tests', items, EXAMINEES);
const recorded = Float32Array.from(matrix.answers, (k) => k / 2);
/** Three examinees per family. */
const families = matrix.examinees.map((_, i) => `f${Math.floor(i / 3)}`);
const strategies = [
  { name: 'adaptive', model: 'chosen', randomShare: 0 },
  { name: 'random', model: 'chosen', randomShare: 1 },
  { name: 'binary', model: 'binary', randomShare: 0 },
] as const;

const run = (scores: Float32Array): GradedTests =>
  gradedTests({
    responses: { examinees: matrix.examinees, items: matrix.items, scores },
    levels: 3,
    families,
    strategies,
    lengths: [4, ITEMS],
    draws: 2,
    folds: 3,
    innerFolds: 2,
    choiceFolds: 2,
    cut: 0.5,
    seed: 1,
  });
const found = run(recorded);

/** The number of the fold that these examinees are. */
function foldOf(isTested: readonly boolean[]): number {
  const fold = dealFolds(families, 3, randomStream(1, 'graded-folds'));
  return fold[isTested.indexOf(true)];
}

test('after all items every score is the recorded one', () => {
  for (const strategy of [...found.scores, found.plain])
    for (const tests of strategy[1])
      tests.forEach(({ score, low, high }, i) => {
        expect(score).toBeCloseTo(found.actual[i], 6);
        expect(high - low).toBeLessThan(1e-6);
      });
});

test('adaptive tests err less than the plain mean of random items', () => {
  const error = (tests: GradedTests['plain']) =>
    tests[0]
      .flat()
      .reduce((sum, { score }, at) => sum + (score - found.actual[at % EXAMINEES]) ** 2, 0);
  expect(error(found.scores[0])).toBeLessThan(0.8 * error(found.plain));
});

test('tests without random items are the same in every draw, random ones differ', () => {
  expect(found.scores[0][0][0]).toEqual(found.scores[0][0][1]);
  expect(found.scores[1][0][0]).not.toEqual(found.scores[1][0][1]);
});

test('every fold chooses a model', () => {
  expect(found.choices).toHaveLength(3);
  for (const { model } of found.choices) expect(['graded', 'gpcm', 'beta']).toContain(model);
});

describe('nothing is known of the examinee tested', () => {
  // All answers of the first examinee become the opposite.
  const changed = run(recorded.map((u, at) => (at < ITEMS ? 1 - u : u)));
  const same = (one: GradedTests, other: GradedTests, i: number) =>
    [...one.scores, one.plain].every((strategy, s) =>
      strategy.every((ofLength, l) =>
        ofLength.every((tests, draw) => {
          const twin = [...other.scores, other.plain][s][l][draw][i];
          return Object.is(tests[i].score, twin.score) && Object.is(tests[i].low, twin.low);
        }),
      ),
    );

  test('its family is tested as before, and so is its fold', () => {
    expect(same(found, changed, 0)).toBe(false);
    expect(same(found, changed, 1)).toBe(true);
    expect(same(found, changed, 2)).toBe(true);
    const unchanged = matrix.examinees.filter((_, i) => same(found, changed, i)).length;
    // A third of 36, less the first.
    expect(unchanged).toBe(11);
  });

  test('its model is chosen without it', () => {
    const isTested = matrix.examinees.map((_, i) => i === 0 || same(found, changed, i));
    const fold = foldOf(isTested);
    // Its whole fold answers by chance, and never by half: another model would suit these answers.
    const random = randomStream(1, 'by-chance');
    const other = run(
      recorded.map((u, at) => (isTested[Math.floor(at / ITEMS)] ? Math.round(random()) : u)),
    );
    expect(other.choices[fold]).toEqual(found.choices[fold]);
    expect(other.choices).not.toEqual(found.choices);
  });
});
