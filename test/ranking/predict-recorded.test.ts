import { expect, test } from 'vitest';
import { calibrate } from '../../calibration/fit/calibrate.ts';
import { marginalLogLikelihood } from '../../calibration/fit/marginal-log-likelihood.ts';
import { itemParameters } from '../../src/irt/parameters.ts';
import { pickExaminees } from '../../src/irt/responses.ts';
import { betterPredictions } from '../../src/ranking/better-predictions.ts';
import { predictRecorded } from '../../src/ranking/predict-recorded.ts';
import { fixtureBank } from '../fixtures/bank/bank.ts';
import { MODELS } from './simulated-bank.ts';

const ITEMS = 70;
const { responses } = fixtureBank(ITEMS);
const own = calibrate(responses);
const forms = { length: 30, draws: 2, seed: 'forms' };
const shares = new Float64Array(ITEMS).fill(0.6);
const request = { parameters: own.parameters, shares, recorded: responses, families: null, forms };

const steps: string[] = [];
const whole = predictRecorded({ ...request, onStep: (doing) => steps.push(doing) });

test('parameters of the models themselves predict them better than any baseline', () => {
  const { logLikelihood, difficulty, models } = whole;
  expect(logLikelihood.parameters).toBeGreaterThan(logLikelihood.recorded!);
  expect(logLikelihood.recorded!).toBeGreaterThan(logLikelihood.shares);
  const byLikelihood = betterPredictions(whole).filter((x) => x.measure === 'logLikelihood');
  expect(byLikelihood).toEqual([]);
  expect(difficulty).toBeGreaterThan(0.98);
  expect(whole.forms.parameters.error).toBeLessThan(whole.forms.random.error);
  expect(steps.length).toBeGreaterThan(3);
  // One model's figures, made here once more.
  const { sum, answers } = marginalLogLikelihood(own.parameters, pickExaminees(responses, [2]));
  expect(models[2]).toMatchObject({ model: MODELS[2], answers, parameters: sum / answers });
});

test('baselines give each model one ability, with the share of each item, or of all', () => {
  const uneven = Float64Array.from({ length: ITEMS }, (_, j) => 0.2 + (0.6 * j) / ITEMS);
  const recorded = pickExaminees(responses, [0, 2]);
  const { models, logLikelihood } = predictRecorded({ ...request, recorded, shares: uneven });
  const mean = uneven.reduce((sum, share) => sum + share, 0) / ITEMS;
  const row = responses.scores.subarray(2 * ITEMS, 3 * ITEMS);
  expect(models[1].shares).toBeCloseTo(
    byHand((j) => uneven[j], row),
    6,
  );
  expect(models[1].alike).toBeCloseTo(
    byHand(() => mean, row),
    6,
  );
  // These shares say nothing of the items: worse than taking all alike.
  expect(logLikelihood.alike).toBeGreaterThan(logLikelihood.shares);
});

/** log ∫ Π P^u (1 − P)^(1 − u) N(θ; 0, 1) dθ an answer, P = σ(logit share + θ), by the midpoint rule. */
function byHand(share: (j: number) => number, row: Float32Array): number {
  const logs: number[] = [];
  for (let theta = -7.995; theta < 8; theta += 0.01) {
    let log = -0.5 * theta * theta - 0.5 * Math.log(2 * Math.PI) + Math.log(0.01);
    row.forEach((u, j) => {
      const p = 1 / (1 + Math.exp(-theta - Math.log(share(j) / (1 - share(j)))));
      log += Math.log(u === 1 ? p : 1 - p);
    });
    logs.push(log);
  }
  const top = Math.max(...logs);
  return (top + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - top), 0))) / row.length;
}

test('nothing that a sister answered is in what predicts a model', () => {
  const first = MODELS.indexOf('beta-1');
  const sister = MODELS.findIndex((name, i) => name.startsWith('beta') && i !== first);
  expect(sister).toBeGreaterThanOrEqual(0);
  const changed = responses.scores.map((u, k) => (Math.floor(k / ITEMS) === sister ? 1 - u : u));
  const after = predictRecorded({ ...request, recorded: { ...responses, scores: changed } });
  expect(after.models[first]).toEqual(whole.models[first]);
  // To models of most other folds it matters.
  const differing = after.models.filter(
    ({ recorded }, i) => i !== sister && recorded !== whole.models[i].recorded,
  );
  expect(differing.length).toBeGreaterThan(MODELS.length / 3);
});

test('difficulties turned round correlate below 0, and too few models are no calibration', () => {
  const { a, b, c } = own.parameters;
  const turned = itemParameters({ a, b: b.map((x) => -x), c });
  const few = pickExaminees(responses, [0, 4]);
  expect(predictRecorded({ ...request, parameters: turned }).difficulty).toBeLessThan(-0.9);
  const report = predictRecorded({ ...request, recorded: few });
  expect(report).toMatchObject({ difficulty: null, forms: { recorded: null } });
  expect(report.logLikelihood.recorded).toBeNull();
});

test('a baseline that is better by any of three measures is named', () => {
  const logLikelihood = { parameters: -0.6, shares: -0.61, alike: -0.59, recorded: -0.55 };
  const form = (error: number, tau: number | null) => ({ error, tau });
  const forms = {
    items: 40,
    parameters: form(5, 0.6),
    shares: form(4, 0.5),
    recorded: null,
    random: form(6, 0.7),
  };
  expect(betterPredictions({ logLikelihood, forms })).toEqual([
    { measure: 'logLikelihood', by: 'alike' },
    { measure: 'logLikelihood', by: 'recorded' },
    { measure: 'error', by: 'shares' },
    { measure: 'tau', by: 'random' },
  ]);
});
