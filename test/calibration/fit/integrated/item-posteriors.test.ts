import { describe, expect, test } from 'vitest';
import {
  type ItemAnswers,
  itemPosterior,
  openAnswers,
} from '../../../../calibration/fit/integrated/item-posteriors.ts';
import {
  type RoundSize,
  type RoundWorkspace,
  roundBytes,
  roundWorkspaceOn,
} from '../../../../calibration/fit/integrated/round-workspace.ts';
import type { ItemPriors } from '../../../../calibration/fit/item-priors.ts';
import { randomNormal, randomStream } from '../../../../src/random.ts';
import { repetitions } from '../../../repetitions.ts';

/** The posteriors of so many items, as a workspace has them. */
function openPosteriors(items: number, { logitC, sdLogitC }: ItemPriors): RoundWorkspace {
  const learnsC = sdLogitC > 0;
  const size: RoundSize = { examinees: EXAMINEES, items, groups: 1, learnsC, weighted: false };
  const workspace = roundWorkspaceOn(size, new ArrayBuffer(roundBytes(size)));
  workspace.modeLogitC.set(logitC);
  workspace.logitC.set(logitC);
  return workspace;
}

const EXAMINEES = 15;
const PRIOR = { meanLogA: 0.1, sdLogA: 0.4, meanDelta: -0.3, sdDelta: 1.5, meanLogitC: -1.8 };

function priorsWith(logitC: number, sdLogitC: number): ItemPriors {
  return {
    of: new Int32Array(1),
    groups: [{ ...PRIOR }],
    sdLogitC,
    logitC: Float64Array.of(logitC),
    keepSdLogA: null,
    keepMeanLogitC: false,
  };
}

function answersOf(seed: string): ItemAnswers {
  const random = randomStream('item-posterior', seed);
  const abilities = Float64Array.from({ length: EXAMINEES }, () => randomNormal(random));
  const scores = abilities.map((theta, i) =>
    i === 3 ? 0.4 : random() < 0.15 + 0.85 / (1 + Math.exp(-1.3 * theta + 0.4)) ? 1 : 0,
  );
  // Most count once, some less, one more.
  const weights = Float64Array.from(scores, (_, i) => [1, 1, 0.2, 1, 1.5][i % 5]);
  return { ...openAnswers(EXAMINEES), scores, abilities, weights, count: EXAMINEES };
}

/** log ∫ likelihood × priors and the posterior means by a dense grid, written down as the model says. */
function byGrid({ scores, abilities, weights }: ItemAnswers, priors: ItemPriors) {
  const points = (mean: number, sd: number, count: number) =>
    Array.from({ length: count }, (_, k) => mean + sd * (-5 + (10 * k) / (count - 1)));
  const learnsC = priors.sdLogitC > 0;
  const logitCs = learnsC ? points(PRIOR.meanLogitC, priors.sdLogitC, 13) : [priors.logitC[0]];
  const normal = (x: number, mean: number, sd: number) =>
    Math.exp(-0.5 * ((x - mean) / sd) ** 2) / (sd * Math.sqrt(2 * Math.PI));
  let mass = 0;
  let logA = 0;
  let delta = 0;
  let logitC = 0;
  let square = 0;
  const stepA = (10 * PRIOR.sdLogA) / 20;
  const stepD = (10 * PRIOR.sdDelta) / 40;
  const stepC = learnsC ? (10 * priors.sdLogitC) / 12 : 1;
  const guesses = logitCs.map((w) => {
    const c = 1 / (1 + Math.exp(-w));
    return { w, c, prior: learnsC ? normal(w, PRIOR.meanLogitC, priors.sdLogitC) * stepC : 1 };
  });
  for (const x of points(PRIOR.meanLogA, PRIOR.sdLogA, 21))
    for (const y of points(PRIOR.meanDelta, PRIOR.sdDelta, 41)) {
      const known = abilities.map((theta) => 1 / (1 + Math.exp(-Math.exp(x) * theta - y)));
      const outer = normal(x, PRIOR.meanLogA, PRIOR.sdLogA) * stepA;
      const inner = normal(y, PRIOR.meanDelta, PRIOR.sdDelta) * stepD;
      for (const { w, c, prior } of guesses) {
        let product = outer * inner * prior;
        for (let i = 0; i < scores.length; i++) {
          const p = c + (1 - c) * known[i];
          const u = scores[i];
          // Powers of 0 and 1 take most of the time.
          const own = u === 1 ? p : u === 0 ? 1 - p : p ** u * (1 - p) ** (1 - u);
          product *= weights[i] === 1 ? own : own ** weights[i];
        }
        mass += product;
        logA += product * x;
        delta += product * y;
        logitC += product * w;
        square += product * y * y;
      }
    }
  const meanDelta = delta / mass;
  return {
    log: Math.log(mass),
    logA: logA / mass,
    delta: meanDelta,
    logitC: logitC / mass,
    varDelta: square / mass - meanDelta ** 2,
  };
}

const CASES = [
  ['no guessing', Number.NEGATIVE_INFINITY, 0],
  ['guessing fixed', -1.5, 0],
  ['guessing learned', -1.8, 0.5],
] as const;

describe.each(CASES)('%s', (_, logitC, sdLogitC) => {
  const priors = priorsWith(logitC, sdLogitC);

  const seeds = ['one', 'two', 'three'].slice(0, repetitions(3, 1));
  test.each(seeds)('the posterior is that of a dense grid (%s)', (seed) => {
    const answers = answersOf(seed);
    const items = openPosteriors(1, priors);
    const log = itemPosterior(items, 0, answers, priors, new Float64Array(EXAMINEES));
    const exact = byGrid(answers, priors);
    // With 15 answers a posterior is skewed: three nodes a parameter leave a few percent of a standard deviation in the
    // means, a fifth of the variance where guessing makes the tail long.
    expect(Math.abs(log - exact.log)).toBeLessThan(0.04);
    expect(Math.abs(items.logA[0] - exact.logA)).toBeLessThan(0.02);
    expect(Math.abs(items.delta[0] - exact.delta)).toBeLessThan(0.04);
    expect(Math.abs(items.varDelta[0] / exact.varDelta - 1)).toBeLessThan(0.2);
    if (sdLogitC > 0) expect(Math.abs(items.logitC[0] - exact.logitC)).toBeLessThan(0.02);
  });

  test('the expected slope is the derivative of the marginal log-likelihood (Fisher’s identity)', () => {
    const answers = answersOf('slope');
    const items = openPosteriors(1, priors);
    const slopes = new Float64Array(EXAMINEES);
    itemPosterior(items, 0, answers, priors, slopes);
    const step = 1e-4;
    for (const i of [0, 3, 7]) {
      const theta = answers.abilities[i];
      answers.abilities[i] = theta + step;
      const up = byGrid(answers, priors).log;
      answers.abilities[i] = theta - step;
      const down = byGrid(answers, priors).log;
      answers.abilities[i] = theta;
      expect(Math.abs(slopes[i] - (up - down) / (2 * step))).toBeLessThan(0.02);
    }
  });
});

test('over many items the errors of the rule do not add up to a bias', () => {
  // The mean of logit c is learned from their sum, divided by the small share of it that is not the prior's.
  const priors = priorsWith(-1.8, 0.5);
  let logitC = 0;
  let variance = 0;
  let exactVariance = 0;
  let known = 0;
  const count = 24;
  for (let k = 0; k < count; k++) {
    const answers = answersOf(`many ${k}`);
    const items = openPosteriors(1, priors);
    itemPosterior(items, 0, answers, priors, new Float64Array(EXAMINEES));
    const exact = byGrid(answers, priors);
    logitC += (items.logitC[0] - exact.logitC) / count;
    variance += items.varDelta[0] / count;
    exactVariance += exact.varDelta / count;
    known += (1 - items.varLogitC[0] / 0.25) / count;
  }
  expect(Math.abs(logitC) / known).toBeLessThan(0.05);
  expect(Math.abs(variance / exactVariance - 1)).toBeLessThan(0.08);
});

test('nodes follow the correlation of slope and intercept, strong if all examinees are able', () => {
  const priors = priorsWith(Number.NEGATIVE_INFINITY, 0);
  const abilities = Float64Array.from({ length: EXAMINEES }, (_, i) => 1.5 + 0.1 * i);
  const scores = abilities.map((_, i) => (i % 3 === 0 ? 0 : 1));
  const weights = new Float64Array(EXAMINEES).fill(1);
  const answers = { ...openAnswers(EXAMINEES), scores, abilities, weights, count: EXAMINEES };
  const items = openPosteriors(1, priors);
  itemPosterior(items, 0, answers, priors, new Float64Array(EXAMINEES));
  const exact = byGrid(answers, priors);
  const correlation = items.covariance[0] / Math.sqrt(items.varLogA[0] * items.varDelta[0]);
  expect(correlation).toBeLessThan(-0.5);
  expect(Math.abs(items.logA[0] - exact.logA)).toBeLessThan(0.02);
  expect(Math.abs(items.varDelta[0] / exact.varDelta - 1)).toBeLessThan(0.05);
});

test.each([
  ['guessing learned', -1.8, 0.5],
  ['no guessing', Number.NEGATIVE_INFINITY, 0],
])(
  'right and wrong answers in the short form give what the general one gives: %s',
  (_, logitC, sd) => {
    const priors = priorsWith(logitC, sd);
    const abilities = Float64Array.from({ length: EXAMINEES }, (_, i) => 0.3 * i - 2);
    const scores = Float64Array.from(abilities, (_, i) => (i < 8 ? 1 : 0));
    const weights = new Float64Array(EXAMINEES).fill(1);
    const general = { ...openAnswers(EXAMINEES), scores, abilities, weights, count: EXAMINEES };
    const found = [general, { ...general, right: 8, wrong: EXAMINEES }].map((answers) => {
      const items = openPosteriors(1, priors);
      const slopes = new Float64Array(EXAMINEES);
      const log = itemPosterior(items, 0, answers, priors, slopes);
      return [log, ...slopes, ...items.weight, items.logA[0], items.delta[0], items.varDelta[0]];
    });
    // Rounding of a dozen products.
    found[0].forEach((value, k) => {
      expect(Math.abs(value - found[1][k])).toBeLessThan(1e-12 * (1 + Math.abs(value)));
    });
  },
);
