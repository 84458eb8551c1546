import { expect, test } from 'vitest';
import { calibrate } from '../../calibration/fit/calibrate.ts';
import { marginalLogLikelihood } from '../../calibration/fit/marginal-log-likelihood.ts';
import { itemParameters } from '../../src/irt/parameters.ts';
import { pickExaminees } from '../../src/irt/responses.ts';
import { predictRecorded } from '../../src/ranking/predict-recorded.ts';
import { MODELS, simulatedBank } from './simulated-bank.ts';

const ITEMS = 200;
const { responses } = simulatedBank(MODELS, ITEMS);
const own = calibrate(responses);
const forms = { length: 30, draws: 2, seed: 'forms' };
const shares = new Float64Array(ITEMS).fill(0.6);
const request = { parameters: own.parameters, shares, recorded: responses, families: null, forms };

test('parameters of the models themselves predict them better than any baseline', () => {
  const steps: string[] = [];
  const report = predictRecorded({ ...request, onStep: (doing) => steps.push(doing) });
  const { logLikelihood, difficulty, models } = report;
  expect(logLikelihood.parameters).toBeGreaterThan(logLikelihood.recorded!);
  expect(logLikelihood.recorded!).toBeGreaterThan(logLikelihood.shares);
  expect(difficulty).toBeGreaterThan(0.99);
  expect(report.forms.parameters.error).toBeLessThan(report.forms.random.error);
  expect(steps.length).toBeGreaterThan(3);
  // One model's figures, made here once more.
  const { sum, answers } = marginalLogLikelihood(own.parameters, pickExaminees(responses, [2]));
  expect(models[2]).toMatchObject({ model: MODELS[2], answers, parameters: sum / answers });
  const row = responses.scores.subarray(2 * ITEMS, 3 * ITEMS);
  const right = row.reduce((n, u) => n + u, 0) / ITEMS;
  const known = right * Math.log(0.6) + (1 - right) * Math.log(0.4);
  expect(models[2].shares).toBeCloseTo(known, 6);
});

test('nothing that a sister answered is in what predicts a model', () => {
  const first = MODELS.indexOf('beta-1');
  const sister = MODELS.findIndex((name, i) => name.startsWith('beta') && i !== first);
  expect(sister).toBeGreaterThanOrEqual(0);
  const changed = responses.scores.map((u, k) => (Math.floor(k / ITEMS) === sister ? 1 - u : u));
  const before = predictRecorded(request);
  const after = predictRecorded({ ...request, recorded: { ...responses, scores: changed } });
  expect(after.models[first]).toEqual(before.models[first]);
  // To models of most other folds it matters.
  const differing = after.models.filter(
    ({ recorded }, i) => i !== sister && recorded !== before.models[i].recorded,
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
