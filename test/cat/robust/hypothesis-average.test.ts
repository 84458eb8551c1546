import { describe, expect, test } from 'vitest';
import { alarmOf } from '../../../src/cat/robust/alarm.ts';
import {
  type AnsweredItems,
  ExamineePosterior,
} from '../../../src/cat/robust/examinee-posterior.ts';
import { hypothesesOf, MISMATCHES } from '../../../src/cat/robust/hypotheses.ts';
import { HypothesisAverage } from '../../../src/cat/robust/hypothesis-average.ts';
import { RobustSession } from '../../../src/cat/robust/robust-session.ts';
import type { ScoreModel } from '../../../src/cat/robust/score-model.ts';
import { predictParts } from '../../../src/cat/robust/score-prediction.ts';
import { type RandomStream, randomStream, shuffle } from '../../../src/random.ts';
import { repetitions } from '../../repetitions.ts';
import { drawExaminee, wideModel } from './drawn-examinee.ts';

const ITEMS = 400;
const LENGTH = 160;
const model: ScoreModel = { ...wideModel(ITEMS, 'hypotheses'), guessing: new Float64Array(ITEMS) };
const weights = new Float64Array(ITEMS).fill(1 / ITEMS);
/** P(right) of an average examinee: how hard items are. */
const easiness = Float64Array.from(
  { length: ITEMS },
  (_, j) => 1 / (1 + Math.exp(-model.coefficients[3 * j])),
);

function sessionOf(answers: ArrayLike<number>, seed: number, later = answers): RobustSession {
  const order = shuffle([...Array(ITEMS).keys()], randomStream('order', seed));
  const session = new RobustSession(model, {
    weights,
    randomOrder: Int32Array.from(order),
    randomShare: 0.1,
    range: { lowest: 0.1, highest: 0.9 },
  });
  while (session.asked.count < LENGTH) {
    const j = session.next();
    session.record(j, session.asked.count < LENGTH / 2 ? answers[j] : later[j]);
  }
  return session;
}

const draw = (of: (j: number, random: RandomStream) => number, seed: number) => {
  const random = randomStream('strange', seed);
  return Float64Array.from({ length: ITEMS }, (_, j) => of(j, random));
};
const ordinary = (seed: number) => drawExaminee(model, randomStream('ordinary', seed)).answers;
const meanOf = (answers: Float64Array) => answers.reduce((sum, u) => sum + u / ITEMS, 0);

const all = hypothesesOf(model);

describe('hypotheses', () => {
  test('are the calibration first, and every kind of mismatch; probabilities add up to 1', () => {
    expect(all[0]).toMatchObject({ mismatch: 'none', model });
    expect(new Set(all.map(({ mismatch }) => mismatch))).toEqual(new Set(MISMATCHES));
    expect(all.reduce((sum, { prior }) => sum + prior, 0)).toBeCloseTo(1, 12);
    // The calibration is the most probable of all before the first answer.
    expect(Math.max(...all.map(({ prior }) => prior))).toBe(all[0].prior);
    expect(hypothesesOf(model)).toBe(all);
  });

  test('leave its items aside more and more: where nothing is left, all have one difficulty', () => {
    const [, , alike] = all.filter(({ mismatch }) => mismatch === 'unrelated');
    const posterior = new ExamineePosterior(alike.model);
    posterior.placeAll();
    expect(new Set(posterior.probability)).toEqual(new Set([0.5]));
    const [half] = all.filter(({ mismatch }) => mismatch === 'unrelated');
    const spread = (own: ScoreModel) => {
      const size = own.dimensions + 1;
      const values = Array.from({ length: ITEMS }, (_, j) => own.coefficients[size * j]);
      const mean = values.reduce((sum, v) => sum + v / ITEMS, 0);
      return [mean, Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2 / ITEMS, 0))];
    };
    const [[mean, sd], [own, narrower]] = [spread(model), spread(half.model)];
    expect(own).toBeCloseTo(mean, 10);
    expect(narrower).toBeCloseTo(sd / 2, 10);
  });
});

describe('the evidence', () => {
  test('times the prior is what makes a hypothesis probable', () => {
    const session = sessionOf(ordinary(1), 1);
    session.predict();
    const { average } = session;
    const logs = average.logEvidences();
    expect(logs[0]).toBe(average.posterior.logEvidence);
    const joint = logs.map((log, h) => all[h].prior * Math.exp(log - logs[0]));
    expect(1 - joint[0] / joint.reduce((sum, p) => sum + p, 0)).toBeCloseTo(average.misfit, 12);
    logs.fill(0);
    expect(average.logEvidences()[0]).toBe(average.posterior.logEvidence);
  });

  test('is the integral over all that abilities and effects can be', () => {
    // One ability, no effects: Simpson's rule on ±8 standard deviations is exact to 1e-10.
    const items = 60;
    const random = randomStream('evidence');
    const one: ScoreModel = {
      items,
      dimensions: 1,
      coefficients: Float64Array.from({ length: 2 * items }, (_, k) =>
        k % 2 === 0 ? 4 * random() - 2 : 0.5 + random(),
      ),
      covariances: new Float64Array(4 * items),
      guessing: new Float64Array(items).fill(0.1),
      ceiling: 0.95,
      abilityVariances: Float64Array.of(1),
      groupings: [],
    };
    const scores = Float64Array.from({ length: items }, () => (random() < 0.6 ? 1 : 0));
    const index = Int32Array.from({ length: items }, (_, j) => j);
    const posterior = new ExamineePosterior(one);
    posterior.update({ index, scores, count: items });
    const joint = (theta: number) => {
      let sum = -0.5 * theta * theta - 0.5 * Math.log(2 * Math.PI);
      for (let j = 0; j < items; j++) {
        const z = one.coefficients[2 * j] + one.coefficients[2 * j + 1] * theta;
        const p = 0.1 + 0.85 / (1 + Math.exp(-z));
        sum += Math.log(scores[j] === 1 ? p : 1 - p);
      }
      return Math.exp(sum);
    };
    const n = 4000;
    const h = 16 / n;
    let integral = 0;
    for (let k = 0; k <= n; k++)
      integral += (k === 0 || k === n ? 1 : k % 2 === 1 ? 4 : 2) * joint(-8 + k * h) * (h / 3);
    // Laplace's approximation, with the expected information where the observed one differs (asymptotes): to .1 of 30 in logs.
    expect(Math.abs(posterior.logEvidence - Math.log(integral))).toBeLessThan(0.1);
  });

  test('adds up over independent parts', () => {
    const posterior = new ExamineePosterior(model);
    posterior.update({ index: new Int32Array(0), scores: new Float64Array(0), count: 0 });
    expect(posterior.logEvidence).toBeCloseTo(0, 10);
  });
});

describe('an average', () => {
  test('of one that is like the calibration: no misfit on average, and its interval', () => {
    const TESTS = repetitions(40, 12);
    let misfit = 0;
    let held = 0;
    let alarms = 0;
    for (let n = 0; n < TESTS; n++) {
      const answers = ordinary(n);
      const session = sessionOf(answers, n);
      const prediction = session.predict();
      misfit += session.average.misfit / TESTS;
      held += Math.abs(prediction.score - meanOf(answers)) <= 1.645 * prediction.se ? 1 : 0;
      alarms += session.alarm(prediction) === null ? 0 : 1;
    }
    expect(misfit).toBeLessThan(0.4);
    // Three standard errors below 90%.
    expect(held / TESTS).toBeGreaterThan(0.9 - 3 * Math.sqrt((0.9 * 0.1) / TESTS));
    expect(alarms).toBeLessThanOrEqual(3);
  });

  const strange = [
    ['a fixed share whatever the difficulty', (_: number, r: RandomStream) => (r() < 0.6 ? 1 : 0)],
    ['hard items alone', (j: number) => (easiness[j] < 0.5 ? 1 : 0)],
    ['up to a sharp limit', (j: number) => (easiness[j] > 0.45 ? 1 : 0)],
    ['one tag alone', (j: number) => (j % 4 === 1 ? 1 : 0)],
  ] as const;
  test.each(strange.slice(0, repetitions(strange.length, 2)))(
    'of one that knows %s: misfit, and a score near the truth',
    (_, of) => {
      const TESTS = 12;
      let error = 0;
      let misfit = 0;
      for (let n = 0; n < TESTS; n++) {
        const answers = draw(of, n);
        const session = sessionOf(answers, n);
        const prediction = session.predict();
        misfit += session.average.misfit / TESTS;
        error += Math.abs(prediction.score - meanOf(answers)) / TESTS;
      }
      expect(misfit).toBeGreaterThan(0.95);
      // Plain random items err by .8 × √(.24 × (1/160 − 1/400)) = .025, 13% of them by 4 times that in the mean of 12.
      expect(error).toBeLessThan(0.035);
    },
  );

  test('finds a model that is exchanged in the middle', () => {
    const tests = repetitions(12, 6);
    const found = Array.from({ length: tests }, (_, n) => {
      const weak = draw((j, r) => (r() < easiness[j] ** 2 ? 1 : 0), n);
      const strong = draw((j, r) => (r() < Math.sqrt(easiness[j]) ? 1 : 0), n + 100);
      const session = sessionOf(weak, n, strong);
      return session.alarm(session.predict());
    });
    expect(found.filter((alarm) => alarm === 'change').length).toBeGreaterThanOrEqual(
      (5 / 6) * tests,
    );
  });

  test('asks more random items the more it doubts', () => {
    const shareOf = (answers: Float64Array, seed: number) => {
      const order = shuffle([...Array(ITEMS).keys()], randomStream('order', seed));
      const first = new Set(order.slice(0, LENGTH / 2));
      const { index } = sessionOf(answers, seed).asked;
      return index.subarray(40, LENGTH).filter((j) => first.has(j)).length / (LENGTH - 40);
    };
    const flat = draw((_, r) => (r() < 0.6 ? 1 : 0), 1);
    expect(shareOf(flat, 1)).toBeGreaterThan(0.5);
    expect(shareOf(ordinary(1), 1)).toBeLessThan(shareOf(flat, 1));
  });

  test('does not depend on other tests with the same model in between', () => {
    const [first, second] = [
      sessionOf(ordinary(3), 3),
      sessionOf(
        draw(() => 1, 3),
        4,
      ),
    ];
    const averageOf = ({ asked }: { readonly asked: AnsweredItems }) => {
      const posterior = new ExamineePosterior(model);
      posterior.update(asked);
      const average = new HypothesisAverage(posterior);
      average.update(asked);
      return average;
    };
    const alone = averageOf(first).predictScore(weights);
    const [one, other] = [averageOf(first), averageOf(second)];
    other.predictScore(weights);
    const between = one.predictScore(weights);
    // The mode is searched again from where it was found: to what the search tolerates.
    expect(between.score).toBeCloseTo(alone.score, 4);
    expect(between.se).toBeCloseTo(alone.se, 4);
  });

  test('has parts that add up to the whole, and an SE that contains what hypotheses disagree about', () => {
    const session = sessionOf(
      draw((_, r) => (r() < 0.8 ? 1 : 0), 5),
      5,
    );
    session.predict();
    const { average, asked } = session;
    const of = Uint8Array.from({ length: ITEMS }, (_, j) => j % 4);
    for (const target of ['recorded', 'expected'] as const) {
      const whole = average.predictScore(weights, target);
      const parts = average.predictParts(weights, { count: 4, of }, target);
      const sum = parts.score.reduce((total, score, part) => total + parts.share[part] * score, 0);
      expect(sum).toBeCloseTo(whole.score, 10);
      expect(whole.chance).toBeLessThan(whole.se ** 2);
      expect([...parts.asked].reduce((total, k) => total + k)).toBe(asked.count);
    }
    const total = Object.values(average.probabilities()).reduce((sum, p) => sum + p, 0);
    expect(total).toBeCloseTo(1, 12);
  });

  test('of a test of everything is the score itself', () => {
    const answers = ordinary(7);
    const everything = { index: Int32Array.from(answers.keys()), scores: answers, count: ITEMS };
    const posterior = new ExamineePosterior(model);
    posterior.update(everything);
    const average = new HypothesisAverage(posterior);
    average.update(everything);
    const { score, se } = average.predictScore(weights);
    expect(score).toBeCloseTo(meanOf(answers), 12);
    expect(se).toBeCloseTo(0, 12);
    const parts = predictParts(posterior, everything, weights, {
      count: 1,
      of: new Uint8Array(ITEMS),
    });
    expect(parts.se[0]).toBeCloseTo(0, 12);
  });
});

test('a score is beyond others when three standard errors do not reach them, and after twenty answers', () => {
  const average = { answered: 20, misfit: 0.5, probabilities: () => ({ change: 0.1 }) };
  const of = (score: number, own = {}) =>
    alarmOf(
      { ...average, ...own } as HypothesisAverage,
      { score, se: 0.02 },
      {
        lowest: 0.3,
        highest: 0.6,
      },
      [],
    );
  expect(of(0.65)).toBeNull();
  expect(of(0.67)).toBe('beyond');
  expect(of(0.23)).toBe('beyond');
  expect(of(0.67, { answered: 19 })).toBeNull();
  expect(of(0.5, { misfit: 0.995 })).toBe('fit');
  expect(of(0.5, { misfit: 0.995, probabilities: () => ({ change: 0.6 }) })).toBe('change');
  expect(of(0.5)).toBeNull();
});
