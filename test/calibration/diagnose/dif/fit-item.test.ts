import { expect, test } from 'vitest';
import { fitItem, interceptScores } from '../../../../calibration/diagnose/dif/fit-item.ts';
import {
  addPosterior,
  emptyWindow,
  posteriorWindows,
} from '../../../../calibration/diagnose/dif/item-window.ts';
import { randomNormal, randomStream } from '../../../../src/random.ts';

const NODES = Float64Array.from({ length: 41 }, (_, q) => -4 + 0.2 * q);
const COUNT = 60;
const [C, UPPER] = [0.1, 0.95];

/** Examinees with normal posteriors, and answers of which a third are fractions. */
function simulated() {
  const random = randomStream('fit-item');
  const log = new Float64Array(COUNT * NODES.length);
  const answers = new Float64Array(COUNT);
  for (let i = 0; i < COUNT; i++) {
    const centre = randomNormal(random);
    NODES.forEach((theta, q) => {
      log[i * NODES.length + q] = -0.5 * ((theta - centre) / 0.4) ** 2;
    });
    const right = random() < 1 / (1 + Math.exp(-centre)) ? 1 : 0;
    answers[i] = i % 3 === 0 ? 0.3 + 0.4 * right : right;
  }
  const window = emptyWindow(COUNT, NODES);
  const posteriors = posteriorWindows(log, NODES.length);
  answers.forEach((u, i) => {
    addPosterior(window, posteriors, i, null, 0, u, i % 2);
  });
  return { log, answers, window };
}

/** Σ ln Σ w P^u Q^(1 − u), slowly. */
function slow({ log, answers }: ReturnType<typeof simulated>, a: number, d: number, e: number) {
  let sum = 0;
  answers.forEach((u, i) => {
    let [value, weights] = [0, 0];
    NODES.forEach((theta, q) => {
      const weight = Math.exp(log[i * NODES.length + q]);
      const p = C + (UPPER - C) / (1 + Math.exp(-(a * theta + d + e * (i % 2))));
      value += weight * p ** u * (1 - p) ** (1 - u);
      weights += weight;
    });
    sum += Math.log(value / weights);
  });
  return sum;
}

const MODEL = { c: C, upper: UPPER, freeSlope: true, freeEffect: true, group: null } as const;

test('fractions and an upper asymptote: the likelihood is that of a slow sum, and highest at the fit', () => {
  const data = simulated();
  const { a, d, e, logLikelihood } = fitItem(data.window, MODEL, { a: 1, d: 0, e: 0 });
  // Weights below e^−25 are left out.
  expect(Math.abs(logLikelihood - slow(data, a, d, e))).toBeLessThan(1e-8);
  for (const [x, y, z] of [
    [0.02, 0, 0],
    [0, 0.02, 0],
    [0, 0, 0.02],
  ])
    for (const sign of [-1, 1])
      expect(slow(data, a + sign * x, d + sign * y, e + sign * z)).toBeLessThan(logLikelihood);
});

test('the variances are those of numerical second derivatives', () => {
  const data = simulated();
  const model = { ...MODEL, freeEffect: false };
  const { a, d, covariance } = fitItem(data.window, model, { a: 1, d: 0, e: 0 });
  const h = 1e-3;
  const at = (x: number, y: number) => slow(data, a + x * h, d + y * h, 0);
  const aa = -(at(1, 0) - 2 * at(0, 0) + at(-1, 0)) / h ** 2;
  const dd = -(at(0, 1) - 2 * at(0, 0) + at(0, -1)) / h ** 2;
  const ad = -(at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / (4 * h ** 2);
  const determinant = aa * dd - ad * ad;
  // Relative; the step of the differences leaves 1e-5.
  expect(covariance!.a / (dd / determinant)).toBeCloseTo(1, 4);
  expect(covariance!.d / (aa / determinant)).toBeCloseTo(1, 4);
  expect(covariance!.ad / (-ad / determinant)).toBeCloseTo(1, 4);
});

test('intercept scores add up to the derivative of the log-likelihood', () => {
  const data = simulated();
  const scores = new Float64Array(COUNT);
  interceptScores(data.window, MODEL, { a: 1.2, d: 0.3, e: 0 }, scores);
  const h = 1e-5;
  const slope = (slow(data, 1.2, 0.3 + h, 0) - slow(data, 1.2, 0.3 - h, 0)) / (2 * h);
  // Rounding of the difference.
  expect(Math.abs(scores.reduce((sum, x) => sum + x, 0) - slope)).toBeLessThan(1e-6);
});

test('taking an answer out of a posterior leaves that of the other answers', () => {
  const { log } = simulated();
  const size = NODES.length;
  const own = NODES.map((theta) => -Math.log1p(Math.exp(-theta)));
  const all = log.map((value, k) => value + own[k % size]);
  const [without, posteriors] = [posteriorWindows(log, size), posteriorWindows(all, size)];
  const inverse = own.map((value) => Math.exp(-value));
  const [one, two] = [emptyWindow(COUNT, NODES), emptyWindow(COUNT, NODES)];
  for (let i = 0; i < COUNT; i++) {
    addPosterior(one, without, i, null, 0, 1, 0);
    addPosterior(two, posteriors, i, inverse, 0, 1, 0);
  }
  for (let i = 0; i < COUNT; i++)
    for (let q = 0; q < size; q++) {
      const weight = ({ first, last, at, weights }: typeof one) =>
        q >= first[i] && q < last[i] ? weights[at[i] + q - first[i]] : 0;
      // Windows end where weights are below e^−25, before or after the answer is taken out.
      expect(Math.abs(weight(one) - weight(two))).toBeLessThan(1e-9);
    }
});
