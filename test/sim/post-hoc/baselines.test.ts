import { describe, expect, test } from 'vitest';
import { anchorsOf, anchorVariance, byDistance } from '../../../sim/post-hoc/anchor-items.ts';
import { calibrateSplit } from '../../../sim/post-hoc/calibrate-split.ts';
import { difficultyStrata } from '../../../sim/post-hoc/difficulty-strata.ts';
import { gpIrt, irtBias } from '../../../sim/post-hoc/gp-irt.ts';
import { kMeans } from '../../../sim/post-hoc/k-means.ts';
import { fitRidge } from '../../../sim/post-hoc/ridge.ts';
import { drawStratified } from '../../../sim/post-hoc/strategies/random-stratified.ts';
import { STRATEGIES } from '../../../sim/post-hoc/strategies.ts';
import { randomStream, shuffle } from '../../../src/random.ts';
import { plainScore } from '../../../src/ranking/random-items.ts';
import { recordedExaminees, strataOf } from '../../../src/ranking/recorded-bank.ts';
import { fixedTest } from '../../../src/ranking/recorded-test.ts';
import { MODELS, simulatedBank } from '../../ranking/simulated-bank.ts';

// Each baseline put together anew from its parts, which have tests of their own. Sums in another order: some rounding.
const DIGITS = 10;

const ITEMS = 120;
const LENGTH = 40;
const SEEN = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11];
const TESTED = 5;
// Topics weigh the same though they have 60%, 30% and 10% of the items.
const bank = simulatedBank(MODELS, ITEMS, { fullScore: 'macro:topic' });
const { examinees, actual } = recordedExaminees(bank);
const fold = {
  bank,
  part: calibrateSplit(bank, { seen: SEEN, unseen: [TESTED, 6, 12] }),
  known: {
    examinees: SEEN.map((i) => examinees[i]),
    scores: Float64Array.from(SEEN, (i) => actual[i]),
  },
  strata: strataOf(bank),
  families: bank.responses.examinees,
  foldPath: [1, 1, 'fold', 0],
};
const examinee = examinees[TESTED];
const outcomeOf = (name: string) =>
  STRATEGIES[name]({ ...fold, examinee, lengths: [LENGTH], path: [1, 1, 'beta-2'] })[0];
const items = Int32Array.from({ length: ITEMS }, (_, j) => j);

describe('anchors', () => {
  test('gp-IRT of one item a cluster, weighted by the clusters’ shares of the score', () => {
    const { a, b } = fold.part.bank.items;
    const points = Float64Array.from({ length: 2 * ITEMS }, (_, k) => {
      const j = Math.floor(k / 2);
      return k % 2 === 0 ? a[j] : -a[j] * b[j];
    });
    const random = randomStream('1/1/fold/0', 'anchors', LENGTH);
    const found = kMeans(points, 2, examinee.weights, LENGTH, random);
    const clusters = byDistance(found, 2);
    const anchors = anchorsOf(examinee, clusters);
    expect(anchors.items).toHaveLength(LENGTH);
    let mean = 0;
    anchors.items.forEach((j, c) => {
      mean += anchors.weights[c] * examinee.scores[j];
    });
    const [prediction] = fixedTest(fold.part.bank, examinee, anchors.items, [LENGTH]);
    const variance = anchorVariance(
      SEEN.map((i) => examinees[i]),
      clusters,
    );
    const expected = gpIrt(mean, variance, prediction, irtBias(fold));
    const { score, prediction: own, items: used } = outcomeOf('anchors');
    expect(used).toBe(LENGTH);
    expect(score).toBeCloseTo(expected.score, DIGITS);
    expect(own?.se).toBeCloseTo(expected.se, DIGITS);
  });
});

describe('regression', () => {
  test('of the seen models’ scores on their answers to the fold’s items', () => {
    const order = shuffle(items.slice(), randomStream('1/1/fold/0', 'regression'));
    const asked = Array.from(order.subarray(0, LENGTH));
    const answersOf = (i: number) => asked.map((j) => examinees[i].scores[j]);
    const ridge = fitRidge(
      Float64Array.from(SEEN.flatMap(answersOf)),
      Float64Array.from(SEEN, (i) => actual[i]),
    );
    const { score, prediction } = outcomeOf('regression');
    expect(score).toBeCloseTo(ridge.predict(answersOf(TESTED)), DIGITS);
    expect(prediction?.se).toBeCloseTo(ridge.residualSd, DIGITS);
  });
});

describe('random-stratified', () => {
  test('draws by topic and fifths of the share right among the seen', () => {
    const right = Float64Array.from(items, (j) =>
      SEEN.reduce((sum, i) => sum + examinees[i].scores[j] / SEEN.length, 0),
    );
    const fifths = difficultyStrata(bank.tags.topic.codes, 3, right, 5);
    const order = shuffle(items.slice(), randomStream('1/1/beta-2', 'stratified'));
    const { strata, items: asked } = drawStratified(examinee, [fifths], order, LENGTH);
    expect(outcomeOf('random-stratified').interval).toEqual(
      plainScore(examinee, strata, asked, LENGTH),
    );
  });
});
