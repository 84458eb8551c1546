import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { diagnoseBank } from '../../../../calibration/diagnose/bank/diagnose-bank.ts';
import { eachPair } from '../../../../calibration/diagnose/bank/each-pair.ts';
import { residualRows } from '../../../../calibration/diagnose/bank/item-rows.ts';
import { itemParameters } from '../../../../src/irt/parameters.ts';
import { scoreExaminees } from '../../../../src/irt/score-examinees.ts';
import { golden } from '../../../irt/golden.ts';

/** See test/golden/diagnose-bank/README.md: mirt's derivatives of the 3PL leave out guessing. */
const M2_SHARE = { Rasch: 1e-4, '2PL': 1e-4, '3PL': 0.01 } as const;
const SRMSR_SHARE = 1e-6;
const P = 0.005;
const ERROR = { Rasch: 1e-5, '2PL': 1e-5, '3PL': 5e-4 } as const;
const Q3 = 1e-6;

type Fit = Record<'a' | 'b' | 'c' | 'u' | 'theta' | 'testInformation', number[]> & {
  latentVariance: number;
  reliability: number;
};
const { answers, models } = golden<{ answers: string[]; models: Record<string, Fit> }>(
  'mirt-sat12.json',
);
const mirt = JSON.parse(
  readFileSync(new URL('../../../golden/diagnose-bank/mirt-sat12.json', import.meta.url), 'utf8'),
).models as Record<
  string,
  { m2: Record<string, number>; q3: number[][]; marginalReliability: number }
>;
const matrix = {
  examinees: answers.map((_, i) => `${i}`),
  items: models.Rasch.a.map((_, j) => `${j}`),
  scores: Float32Array.from(answers.join(''), Number),
};
const all = Int32Array.from(matrix.items.keys());

test.each(['Rasch', '2PL', '3PL'] as const)('mirt, SAT12, %s', (name) => {
  const { a, b, c, u, latentVariance, reliability, theta, testInformation } = models[name];
  const { m2: theirs, q3, marginalReliability } = mirt[name];
  const parameters = itemParameters({ a, b, c, d: u });
  const prior = { mean: 0, sd: Math.sqrt(latentVariance) };
  const own = diagnoseBank(matrix, parameters, {
    seed: 1,
    draws: 0,
    prior,
    estimated: {
      slopes: name === 'Rasch' ? 'common' : 'each',
      difficulties: true,
      guessing: name === '3PL' ? 'each' : 'none',
      upper: 'none',
    },
    dimensions: [],
  });
  const margins = own.margins.value!;
  expect(margins.df).toBe(theirs.df);
  expect(margins.parameters).toBe(528 - theirs.df);
  expect(Math.abs(margins.m2 / theirs.M2 - 1)).toBeLessThan(M2_SHARE[name]);
  expect(Math.abs(margins.p - theirs.p)).toBeLessThan(P);
  expect(Math.abs(margins.rmsea - theirs.RMSEA)).toBeLessThan(ERROR[name]);
  expect(Math.abs(margins.rmseaInterval[0] - theirs.RMSEA_5)).toBeLessThan(ERROR[name]);
  expect(Math.abs(margins.rmseaInterval[1] - theirs.RMSEA_95)).toBeLessThan(ERROR[name]);
  const correlations = own.correlations.value!;
  expect(Math.abs(correlations.srmsr.observed / theirs.SRMSR - 1)).toBeLessThan(SRMSR_SHARE);

  const bounds = [-6 * prior.sd, 6 * prior.sd] as const;
  const { ability } = scoreExaminees(parameters, matrix.scores, {
    estimator: 'eap',
    prior,
    bounds,
  });
  eachPair(residualRows(matrix, parameters, ability, all), null, (values, count, item) => {
    expect(count).toBe(q3[item].length);
    for (let k = 0; k < count; k++) expect(Math.abs(values[k] - q3[item][k])).toBeLessThan(Q3);
  });
  const flat = q3.flat();
  const mean = flat.reduce((sum, one) => sum + one, 0) / flat.length;
  const furthest = Math.max(...flat.map((one) => Math.abs(one - mean)));
  const dependence = own.dependence.value!;
  expect(Math.abs(dependence.mean - mean)).toBeLessThan(Q3);
  expect(Math.abs(dependence.largest.observed - furthest)).toBeLessThan(2 * Q3);
  expect(Math.abs(dependence.pairs[0].value - mean)).toBeCloseTo(furthest, 5);

  expect(Math.abs(own.reliability.empirical.value! - reliability)).toBeLessThan(0.001);
  // With a variance of ability other than 1, mirt adds the variance to the information, not its inverse.
  if (name !== 'Rasch')
    expect(Math.abs(own.reliability.marginal.value! - marginalReliability)).toBeLessThan(1e-8);
  const standard = diagnoseBank(matrix, parameters, { seed: 1, draws: 0, dimensions: [] });
  const information = standard.information.value!;
  let common = 0;
  theta.forEach((at, k) => {
    const own = information.ability.findIndex((one) => Math.abs(one - at) < 1e-9);
    if (own === -1) return;
    common++;
    expect(Math.abs(information.information[own] / testInformation[k] - 1)).toBeLessThan(1e-6);
    expect(information.standardError[own]).toBeCloseTo(1 / Math.sqrt(testInformation[k]), 6);
  });
  expect(common).toBe(17);
});
