import { expect, test } from 'vitest';
import { posteriorRightAnswers } from '../../../src/cat/robust/posterior-right-answers.ts';
import { RobustSession } from '../../../src/cat/robust/robust-session.ts';
import { randomStream, shuffle } from '../../../src/random.ts';
import { repetitions } from '../../repetitions.ts';
import { drawExaminee, wideModel } from './drawn-examinee.ts';

const ITEMS = 400;
const LENGTH = 120;
const model = wideModel(ITEMS, 'right-answers');

function robustTest(answers: Float64Array, seed: number) {
  const session = new RobustSession(model, {
    weights: new Float64Array(ITEMS).fill(1 / ITEMS),
    randomOrder: Int32Array.from(shuffle([...Array(ITEMS).keys()], randomStream('order', seed))),
    randomShare: 0.1,
  });
  while (session.asked.count < LENGTH) {
    const j = session.next();
    session.record(j, answers[j]);
  }
  return session;
}

test('the mean of the curves over the final posterior, of the items asked', () => {
  const { answers } = drawExaminee(model, randomStream('examinee', 0));
  const fractions = answers.map((u) => 0.75 * u + 0.1);
  const session = robustTest(fractions, 0);
  const { posterior } = session.preview().average;
  const own = posteriorRightAnswers(posterior, session.asked);
  const asked = [...session.asked.index.subarray(0, LENGTH)];
  posterior.placeAll();
  const sum = (of: (j: number) => number) => asked.reduce((total, j) => total + of(j), 0);
  expect(own.count).toBe(LENGTH);
  expect(own.right).toBeCloseTo(
    sum((j) => fractions[j]),
    10,
  );
  expect(own.expected).toBeCloseTo(
    sum((j) => posterior.probability[j]),
    10,
  );
});

test('examinees drawn from the model: a standard normal residual', () => {
  const TESTS = repetitions(400, 40);
  const values = Array.from({ length: TESTS }, (_, n) => {
    const { answers } = drawExaminee(model, randomStream('examinee', n));
    const session = robustTest(answers, n);
    return posteriorRightAnswers(session.preview().average.posterior, session.asked).residual!;
  });
  const mean = values.reduce((sum, v) => sum + v, 0) / TESTS;
  const variance = values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / TESTS;
  // Four standard errors, and what the normal approximation of the posterior leaves out.
  expect(Math.abs(mean)).toBeLessThan(4 / Math.sqrt(TESTS) + 0.1);
  expect(Math.abs(variance - 1)).toBeLessThan(4 * Math.sqrt(2 / TESTS) + 0.1);
});
