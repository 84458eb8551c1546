import { expect, test } from 'vitest';
import { FEWEST_EXAMINEES, fitQuality } from '../../../calibration/diagnose/fit-quality.ts';
import { itemFit } from '../../../calibration/diagnose/item-fit.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import { golden } from '../../irt/golden.ts';

type Model = Record<'a' | 'b' | 'c' | 'u' | 'infit' | 'outfit', number[]> & {
  latentVariance: number;
  reliability: number;
  scores: { EAP: { theta: number[] } };
};
const { answers, models } = golden<{ answers: string[]; models: Record<string, Model> }>(
  'mirt-sat12.json',
);
const matrix = {
  examinees: answers.map((_, i) => `${i}`),
  items: models.Rasch.a.map((_, j) => `${j}`),
  scores: Float32Array.from(answers.flatMap((pattern) => Array.from(pattern, Number))),
};
const mean = (of: readonly number[]) => of.reduce((sum, x) => sum + x, 0) / of.length;

test.each(Object.entries(models))('mirt, SAT12, %s: reliability and mean squares', (_, model) => {
  const parameters = itemParameters({ a: model.a, b: model.b, c: model.c, d: model.u });
  const prior = { mean: 0, sd: Math.sqrt(model.latentVariance) };
  const quality = fitQuality(matrix, parameters, prior)!;
  // mirt's weights are exact to some 1e-5.
  expect(Math.abs(quality.reliability! - model.reliability)).toBeLessThan(0.001);
  const fit = itemFit(matrix, parameters, model.scores.EAP.theta);
  for (const [j, infit] of model.infit.entries()) {
    expect(Math.abs(fit.infit[j] / infit - 1)).toBeLessThan(1e-6);
    expect(Math.abs(fit.outfit[j] / model.outfit[j] - 1)).toBeLessThan(1e-6);
  }
  const own = quality.itemFit!;
  expect(own.items).toBe(32);
  expect(Math.abs(own.meanInfit - mean(model.infit))).toBeLessThan(0.01);
  expect(Math.abs(own.meanOutfit - mean(model.outfit))).toBeLessThan(0.01);
  expect(own.misfitting).toBe(model.infit.filter((x) => x < 0.7 || x > 1.3).length);
  const furthest = [...model.infit.keys()].sort(
    (i, j) => Math.abs(Math.log(model.infit[j])) - Math.abs(Math.log(model.infit[i])),
  );
  expect(own.worst[0].item).toBe(furthest[0]);
  expect(own.worst).toHaveLength(3);
});

test('an item that follows chance instead of ability misfits', () => {
  const { a, b } = models['2PL'];
  const scores = matrix.scores.slice();
  for (let i = 0; i < answers.length; i++) scores[i * 32 + 10] = i % 2;
  const quality = fitQuality({ ...matrix, scores }, itemParameters({ a, b }))!;
  expect(quality.itemFit!.worst[0].item).toBe(10);
  expect(quality.itemFit!.misfitting).toBeGreaterThan(0);
});

test('too few examinees, partly right answers, and abilities that do not differ', () => {
  const items = itemParameters({ a: [1], b: [0] });
  const of = (count: number, score: (i: number) => number) => ({
    examinees: Array.from({ length: count }, (_, i) => `${i}`),
    items: ['i'],
    scores: Float32Array.from({ length: count }, (_, i) => score(i)),
  });
  expect(
    fitQuality(
      of(FEWEST_EXAMINEES - 1, (i) => i % 2),
      items,
    ),
  ).toBeNull();
  expect(
    fitQuality(
      of(FEWEST_EXAMINEES, (i) => (i % 2) / 2),
      items,
    )?.itemFit,
  ).toBeNull();
  expect(
    fitQuality(
      of(FEWEST_EXAMINEES, () => 1),
      items,
    )?.reliability,
  ).toBeNull();
});
