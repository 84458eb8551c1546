import { describe, expect, test } from 'vitest';
import { curveVariance } from '../../../src/cat/robust/curve-variance.ts';
import {
  type AnsweredItems,
  ExamineePosterior,
} from '../../../src/cat/robust/examinee-posterior.ts';
import { RobustSession } from '../../../src/cat/robust/robust-session.ts';
import type { ScoreModel } from '../../../src/cat/robust/score-model.ts';
import {
  predictParts,
  SCORE_TARGETS,
  widenedVariance,
} from '../../../src/cat/robust/score-prediction.ts';
import { randomStream, shuffle } from '../../../src/random.ts';
import { repetitions } from '../../repetitions.ts';
import { drawExaminee, wideModel } from './drawn-examinee.ts';
import { predictScore } from './predict-score.ts';

const ITEMS = 240;
const VALUES = 4;
const parts = { count: VALUES, of: Uint16Array.from({ length: ITEMS }, (_, j) => j % VALUES) };
const model = wideModel(ITEMS, 'prediction');
const even = new Float64Array(ITEMS).fill(1 / ITEMS);
/** A macro score over three of the four values, of unequal size; item 8 has no answer. */
const macro = even.map((_, j) =>
  j % VALUES === 3 || j === 8 ? 0 : 1 / (3 * (j % VALUES === 0 ? 59 : 60)),
);

function answered(
  count: number,
  seed = 'answers',
): { posterior: ExamineePosterior; asked: AnsweredItems } {
  const { answers } = drawExaminee(model, randomStream(seed));
  const items = Array.from({ length: ITEMS }, (_, j) => j).filter((j) => macro[j] > 0 || j !== 8);
  const index = Int32Array.from(shuffle(items, randomStream('order'))).subarray(0, count);
  const asked = { index, scores: Float64Array.from(index, (j) => answers[j]), count: index.length };
  const posterior = new ExamineePosterior(model);
  posterior.update(asked);
  return { posterior, asked };
}

describe('scores of the parts of a bank', () => {
  const { posterior, asked } = answered(60);

  test.each(SCORE_TARGETS)('%s: weighted by their shares they are the whole score', (target) => {
    for (const weights of [even, macro]) {
      const { share, score } = predictParts(posterior, asked, weights, parts, target);
      const whole = predictScore(posterior, asked, weights, target).score;
      const sum = share.reduce((total, s, v) => (s > 0 ? total + s * score[v] : total), 0);
      expect(sum).toBeCloseTo(whole, 10);
    }
    const shares = predictParts(posterior, asked, macro, parts, target).share;
    expect(Array.from(shares, (s) => Number(s.toFixed(9)))).toEqual([
      ...new Array(3).fill(0.333333333),
      0,
    ]);
  });

  test.each(SCORE_TARGETS)('%s: each is the score of a bank of its items alone', (target) => {
    const all = predictParts(posterior, asked, even, parts, target);
    for (let v = 0; v < VALUES; v++) {
      const weights = even.map((_, j) => (parts.of[j] === v ? VALUES / ITEMS : 0));
      const alone = predictScore(posterior, asked, weights, target);
      expect(all.score[v]).toBeCloseTo(alone.score, 10);
      expect(all.se[v]).toBeCloseTo(alone.se, 10);
    }
  });

  test('say how many items were asked and what these fix', () => {
    const { asked: counts, least, most } = predictParts(posterior, asked, even, parts);
    for (let v = 0; v < VALUES; v++) {
      const own = Array.from(asked.index.keys()).filter((t) => parts.of[asked.index[t]] === v);
      const right = own.reduce((sum, t) => sum + asked.scores[t], 0);
      expect(counts[v]).toBe(own.length);
      expect(least[v]).toBeCloseTo(right / 60, 10);
      expect(most[v]).toBeCloseTo((right + 60 - own.length) / 60, 10);
    }
  });

  test('a part no item counts in has no score', () => {
    const { score, se } = predictParts(posterior, asked, macro, parts);
    expect([score[3], se[3]]).toEqual([Number.NaN, Number.NaN]);
  });

  test('are the recorded ones where everything was asked; the expected ones stay uncertain', () => {
    const everything = answered(ITEMS);
    const recorded = predictParts(everything.posterior, everything.asked, macro, parts);
    const expected = predictParts(everything.posterior, everything.asked, macro, parts, 'expected');
    for (let v = 0; v < 3; v++) {
      const own = Array.from(everything.asked.index.keys()).filter(
        (t) => macro[everything.asked.index[t]] > 0 && parts.of[everything.asked.index[t]] === v,
      );
      const mean = own.reduce((sum, t) => sum + everything.asked.scores[t], 0) / own.length;
      expect(recorded.score[v]).toBeCloseTo(mean, 10);
      expect(recorded.se[v]).toBe(0);
      expect(expected.se[v]).toBeGreaterThan(0.01);
    }
  });
});

describe('the expected score', () => {
  const known: ScoreModel = { ...model, covariances: new Float64Array(ITEMS * 9) };
  const chanceOf = (posterior: ExamineePosterior, items: Iterable<number>) => {
    let sum = 0;
    for (const j of items) {
      const p = posterior.probability[j];
      sum += (p * (1 - p) - curveVariance(posterior, j)) / ITEMS ** 2;
    }
    return sum;
  };

  test('is predicted by the number that predicts the recorded one', () => {
    const { posterior, asked } = answered(60);
    const recorded = predictScore(posterior, asked, even);
    const expected = predictScore(posterior, asked, even, 'expected');
    expect(expected.score).toBe(recorded.score);
    expect(recorded.answers).toEqual({ own: 0, shared: 0, atEnd: 0 });
  });

  test('of items known exactly errs by the chance in the answers given, and by the abilities', () => {
    for (const count of [60, ITEMS]) {
      const posterior = new ExamineePosterior(known);
      const { asked } = answered(count);
      posterior.update(asked);
      const { se, answers } = predictScore(posterior, asked, even, 'expected');
      // As influences: the answers given move the score by w and, through the abilities, by h. Slowly: by asking anew.
      let variance = 0;
      const at = new Int32Array(posterior.width);
      const row = new Float64Array(posterior.width);
      const gradient = new Float64Array(posterior.size);
      const given = new Set(asked.index.subarray(0, asked.count));
      for (let j = 0; j < ITEMS; j++) {
        if (given.has(j)) continue;
        posterior.direction(j, at, row);
        row.forEach((x, d) => {
          gradient[at[d]] += (x * posterior.slope[j]) / ITEMS;
        });
      }
      const moved = Array.from(gradient, (_, d) =>
        gradient.reduce((sum, g, e) => sum + posterior.covariance[posterior.size * d + e] * g, 0),
      );
      gradient.forEach((g, d) => {
        variance += g * moved[d];
      });
      for (const j of given) {
        posterior.direction(j, at, row);
        const h = row.reduce((sum, x, d) => sum + x * moved[at[d]], 0) * posterior.slope[j];
        const p = posterior.probability[j];
        variance += (p * (1 - p)) / ITEMS ** 2 + (2 * h) / ITEMS;
      }
      expect(se ** 2 / variance).toBeCloseTo(1, 10);
      expect(answers.own / chanceOf(posterior, given)).toBeCloseTo(1, 10);
      expect(answers.atEnd / chanceOf(posterior, Array(ITEMS).keys())).toBeCloseTo(1, 10);
    }
  });

  test('where everything was asked its variance is what is left at the end, whatever the model misses', () => {
    const { answers } = drawExaminee(model, randomStream('whole'));
    const posterior = new ExamineePosterior(model);
    const whole = { index: Int32Array.from(answers.keys()), scores: answers, count: ITEMS };
    posterior.update(whole);
    const all = predictScore(posterior, whole, even, 'expected');
    expect(all.se ** 2).toBeCloseTo(all.answers.atEnd, 12);
    expect(widenedVariance(all, 3)).toBeCloseTo(all.answers.atEnd, 12);
    const { posterior: few, asked: sixty } = answered(60);
    const part = predictScore(few, sixty, even, 'expected');
    expect(widenedVariance(part, 1)).toBeCloseTo(part.se ** 2, 12);
    expect(widenedVariance(part, 2)).toBeGreaterThan(3 * part.se ** 2);
    expect(widenedVariance(part, 2)).toBeLessThan(4 * part.se ** 2);
    expect(widenedVariance(predictScore(few, sixty, even), 2)).toBe(
      4 * predictScore(few, sixty, even).se ** 2,
    );
  });
});

test('with abilities that are known the expected score errs as its items do, or as the answers to them', () => {
  const still: ScoreModel = {
    ...model,
    abilityVariances: Float64Array.of(1e-9, 1e-9),
    groupings: model.groupings.map((grouping) => ({ ...grouping, variance: 1e-9 })),
  };
  const index = Int32Array.from({ length: ITEMS }, (_, j) => j);
  const ratios = [0, ITEMS].map((count) => {
    let squares = 0;
    for (let k = 0; k < 200; k++) {
      const { probability, answers } = drawExaminee(still, randomStream('still', k));
      const asked = { index, scores: answers, count };
      const { score, se } = predictScore(new ExamineePosterior(still), asked, even, 'expected');
      const truth = probability.reduce((sum, p) => sum + p / ITEMS, 0);
      squares += ((score - truth) / se) ** 2 / 200;
    }
    return Math.sqrt(squares);
  });
  for (const ratio of ratios) {
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  }
  // To the digit: Σ w² (P̄(1 − P̄) − Var(P)).
  const posterior = new ExamineePosterior(still);
  const asked = { index, scores: new Float64Array(ITEMS).fill(1), count: ITEMS };
  const { se } = predictScore(posterior, asked, even, 'expected');
  const variance = index.reduce((sum, _, j) => {
    const own = curveVariance(posterior, j);
    const p = posterior.probability[j];
    return sum + (p * (1 - p) - own) / ITEMS ** 2;
  }, 0);
  expect(se / Math.sqrt(variance)).toBeCloseTo(1, 5);
});

test('the variance of a curve is near its integral over the coefficients', () => {
  for (const guessing of [0, 0.25])
    for (const mean of [-3, -1, 0, 2])
      for (const v of [0.05, 0.5, 2]) {
        const one: ScoreModel = {
          items: 1,
          dimensions: 1,
          coefficients: Float64Array.of(mean, 1),
          covariances: Float64Array.of(v, 0, 0, 0),
          guessing: Float64Array.of(guessing),
          abilityVariances: Float64Array.of(1),
          groupings: [],
        };
        const posterior = new ExamineePosterior(one);
        posterior.place(0);
        const moments = [0, 0, 0];
        for (let x = -8; x <= 8; x += 0.01) {
          const p = guessing + (1 - guessing) / (1 + Math.exp(-mean - Math.sqrt(v) * x));
          [1, p, p * p].forEach((power, k) => {
            moments[k] += Math.exp(-x * x * 0.5) * power;
          });
        }
        const exact = moments[2] / moments[0] - (moments[1] / moments[0]) ** 2;
        expect(Math.abs(curveVariance(posterior, 0) / exact - 1)).toBeLessThan(0.13);
      }
});

describe('90% intervals of drawn examinees on drawn items', () => {
  const REPEATS = repetitions(400, 50);
  const held: Record<string, number> = {};
  const squares: Record<string, number> = {};
  const note = (name: string, error: number, se: number, share: number) => {
    held[name] = (held[name] ?? 0) + (Math.abs(error) <= 1.645 * se ? share : 0);
    squares[name] = (squares[name] ?? 0) + share * (error / se) ** 2;
  };
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const random = randomStream('coverage', repeat);
    const { probability, answers } = drawExaminee(model, random);
    const randomOrder = shuffle(
      Int32Array.from({ length: ITEMS }, (_, j) => j),
      random,
    );
    const session = new RobustSession(model, { weights: even, randomOrder, randomShare: 0.25 });
    const ask = (length: number) => {
      while (session.asked.count < length) {
        const j = session.next();
        session.record(j, answers[j]);
      }
      session.predict();
    };
    const mean = (of: Float64Array, v: number) =>
      of.reduce((sum, x, j) => (v < 0 || j % VALUES === v ? sum + x : sum), 0) /
      (v < 0 ? ITEMS : ITEMS / VALUES);
    const truth = { recorded: answers, expected: probability };
    for (const length of [40, 160]) {
      ask(length);
      for (const target of SCORE_TARGETS) {
        const { score, se } = predictScore(session.posterior, session.asked, even, target);
        note(`${target} ${length}`, score - mean(truth[target], -1), se, 1 / REPEATS);
        const own = predictParts(session.posterior, session.asked, even, parts, target);
        for (let v = 0; v < VALUES; v++)
          note(
            `${target} parts ${length}`,
            own.score[v] - mean(truth[target], v),
            own.se[v],
            1 / (VALUES * REPEATS),
          );
      }
    }
  }

  test.each(Object.keys(held))('%s', (name) => {
    // Standard errors of a share of nine tenths, and of a mean of squares; the posterior is normal only nearly.
    expect(Math.abs(held[name] - 0.9)).toBeLessThan(2.6 * Math.sqrt((0.9 * 0.1) / REPEATS));
    expect(squares[name]).toBeGreaterThan(1 - 2.1 * Math.sqrt(2 / REPEATS));
    expect(squares[name]).toBeLessThan(1 + 2.5 * Math.sqrt(2 / REPEATS));
  });
});
