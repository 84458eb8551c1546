import { describe, expect, test } from 'vitest';
import { type ReplayRequest, replay, replaySteps } from '../../../sim/replay/replay.ts';
import { prepareBank } from '../../../src/cat/bank.ts';
import { STANDARD_NORMAL } from '../../../src/irt/estimate/estimate.ts';
import { predictedScore } from '../../../src/irt/predicted-score.ts';
import { scoreExaminees } from '../../../src/irt/score-examinees.ts';
import type { RecordedBank } from '../../../src/ranking/recorded-bank.ts';
import { kendall } from '../../../src/statistics/kendall.ts';
import { correlation, rmse, simulate } from '../../calibration/simulated.ts';

const ITEMS = 120;
const { matrix, items } = simulate('replay', 25, ITEMS, { missing: 0.2 });
const recorded: RecordedBank = {
  name: 'answers',
  simulated: true,
  responses: matrix,
  tags: {},
  fullScore: 'items',
};
const request: ReplayRequest = {
  recorded,
  bank: prepareBank(matrix.items, items),
  rules: {
    estimator: 'eap',
    unmixed: 'eap',
    prior: STANDARD_NORMAL,
    start: 0,
    select: { rule: 'maximum-information' },
  },
  lengths: [10, 25],
  stop: (length) => ({ rule: 'length', items: length }),
  seed: 1,
};
let steps = 0;
const report = replay(request, () => steps++);
const scoreOf = (i: number, item: string) => matrix.scores[i * ITEMS + matrix.items.indexOf(item)];
/** Abilities come from grids of other steps: each is exact to 1e-9 standard deviations. */
const EXACT = 1e-8;

describe('a test', () => {
  test('asks items with a recorded answer, each once, and takes that answer', () => {
    for (const { length, examinees } of report)
      examinees.forEach((one, i) => {
        expect(one.steps).toHaveLength(length);
        expect(one.items).toBe(length);
        expect(one.stopped).toBe(`${length} items`);
        expect(new Set(one.steps.map(({ item }) => item)).size).toBe(length);
        for (const { item, score } of one.steps) {
          expect(Number.isNaN(score)).toBe(false);
          expect(score).toBe(scoreOf(i, item));
        }
      });
  });

  test('counts the items that could not be asked', () => {
    report[0].examinees.forEach((one, i) => {
      const own = Array.from({ length: ITEMS }, (_, j) => matrix.scores[i * ITEMS + j]);
      expect(one.missing).toBe(own.filter(Number.isNaN).length);
      expect(one.actual).toBeCloseTo(
        (100 * own.reduce((sum, u) => sum + (Number.isNaN(u) ? 0 : u), 0)) / (ITEMS - one.missing),
        9,
      );
    });
    expect(report[0].examinees.some(({ missing }) => missing > 0)).toBe(true);
  });

  test('its path of abilities ends at the estimate from its answers', () => {
    const { examinees } = report[1];
    examinees.forEach((one, i) => {
      const last = one.steps[one.steps.length - 1];
      expect([one.ability, one.se]).toEqual([last.ability, last.se]);
      // After each of some numbers of items.
      for (const count of [1, 7, 25]) {
        const scores = new Float32Array(ITEMS).fill(Number.NaN);
        for (const { item, score } of one.steps.slice(0, count))
          scores[matrix.items.indexOf(item)] = score;
        const { ability, se } = scoreExaminees(items, scores, {
          estimator: 'eap',
          prior: STANDARD_NORMAL,
          bounds: [-6, 6],
        });
        expect(Math.abs(one.steps[count - 1].ability - ability[0])).toBeLessThan(EXACT);
        expect(Math.abs(one.steps[count - 1].se! - se[0])).toBeLessThan(EXACT);
      }
      expect(scoreOf(i, last.item)).toBe(last.score);
    });
  });

  test('a shorter test is the beginning of a longer one', () => {
    report[0].examinees.forEach(({ steps: short }, i) => {
      expect(report[1].examinees[i].steps.slice(0, 10)).toEqual(short);
    });
  });

  test('the predicted score is that of its answers and its ability', () => {
    const [one] = report[1].examinees;
    const weights = Float64Array.from({ length: ITEMS }, (_, j) =>
      Number.isNaN(matrix.scores[j]) ? 0 : 1 / (ITEMS - one.missing),
    );
    const index = Int32Array.from(one.steps, ({ item }) => matrix.items.indexOf(item));
    const scores = Float64Array.from(one.steps, ({ score }) => score);
    const { score, se } = predictedScore(
      { items, index, scores, count: index.length },
      { ability: one.ability, se: one.se!, atBound: false },
      weights,
    );
    expect(one.score).toBeCloseTo(100 * score, 9);
    expect(one.high - one.score).toBeCloseTo(164.48536 * se, 3);
  });
});

test('the ability of all answers is that of `score` by the same estimator', () => {
  for (const estimator of ['ml', 'map', 'wle', 'eap'] as const) {
    const [{ examinees }] = replay({
      ...request,
      lengths: [3],
      rules: { ...request.rules, estimator },
    });
    const { ability, se } = scoreExaminees(items, matrix.scores, {
      estimator,
      prior: STANDARD_NORMAL,
      bounds: [-6, 6],
    });
    examinees.forEach(({ full }, i) => {
      // Newton's last step.
      expect(Math.abs(full.ability - ability[i])).toBeLessThan(1e-6);
      expect(Math.abs(full.se! - se[i])).toBeLessThan(1e-6);
    });
  }
});

describe('the summary', () => {
  test('compares abilities and scores with those of all answers', () => {
    for (const { adaptive, random, examinees } of report)
      for (const [summary, tests] of [
        [adaptive, examinees],
        [random, examinees.map((one) => one.random)],
      ] as const) {
        const abilities = tests.map(({ ability }) => ability);
        const known = examinees.map(({ full }) => full.ability);
        const actual = examinees.map((one) => one.actual);
        const n = tests.length;
        expect(summary.rmse).toBeCloseTo(rmse(abilities, known), 12);
        expect(summary.correlation).toBeCloseTo(correlation(abilities, known), 12);
        const bias = abilities.reduce((sum, ability, i) => sum + (ability - known[i]) / n, 0);
        expect(summary.bias).toBeCloseTo(bias, 12);
        const mae = tests.reduce((sum, { score }, i) => sum + Math.abs(score - actual[i]) / n, 0);
        expect(summary.score.mae).toBeCloseTo(mae, 9);
        const held = tests.filter(({ low, high }, i) => low <= actual[i] && actual[i] <= high);
        expect(summary.score.coverage90).toBeCloseTo(held.length / n, 12);
        expect(summary.score.kendall).toBe(
          kendall(
            tests.map(({ score }) => score),
            actual,
          ).value,
        );
      }
  });

  test('chosen items tell more than the same number of random ones', () => {
    for (const { adaptive, random } of report) {
      expect(adaptive.meanSe).toBeLessThan(random.meanSe!);
      expect(adaptive.items).toEqual(random.items);
    }
  });

  test('as many random items as the test asked, for a test that ends by its standard error', () => {
    const [{ adaptive, examinees }] = replay({
      ...request,
      lengths: [40],
      stop: (items) => ({
        rule: 'any',
        of: [
          { rule: 'length', items },
          { rule: 'standard-error', below: 0.45 },
        ],
      }),
    });
    expect(adaptive.items.least).toBeLessThan(adaptive.items.most);
    for (const one of examinees) {
      expect(one.random.items).toBe(one.items);
      if (one.items < 40) expect(one.se).toBeLessThan(0.45);
    }
  });
});

test('a test that has asked every answer ends there, at the ability and score of all of them', () => {
  const [{ examinees, adaptive }] = replay({ ...request, lengths: [ITEMS] });
  for (const one of examinees) {
    expect(one.items).toBe(ITEMS - one.missing);
    expect(Math.abs(one.ability - one.full.ability)).toBeLessThan(EXACT);
    expect(one.score).toBeCloseTo(one.actual, 9);
    expect(one.high - one.low).toBeLessThan(1e-9);
  }
  expect(adaptive.score.coverage90).toBe(1);
  expect(adaptive.rmse).toBeLessThan(EXACT);
});

test('an examinee’s test depends on neither the others nor the lengths, but on the seed', () => {
  const rules = { ...request.rules, select: { rule: 'randomesque', best: 5 } } as const;
  const whole = replay({ ...request, rules });
  const last = matrix.examinees.length - 1;
  const alone = replay({
    ...request,
    rules,
    lengths: [25],
    recorded: {
      ...recorded,
      responses: {
        ...matrix,
        examinees: [matrix.examinees[last]],
        scores: matrix.scores.subarray(last * ITEMS),
      },
    },
  });
  expect(alone[0].examinees[0]).toEqual(whole[1].examinees[last]);
  expect(replay({ ...request, rules, seed: 2 })).not.toEqual(whole);
});

test('steps of work, and a length that the bank does not have', () => {
  expect(steps).toBe(replaySteps(request));
  expect(() => replay({ ...request, lengths: [ITEMS + 1] })).toThrow('121 items requested');
});
