import { expect, test } from 'vitest';
import { FEWEST_EXAMINEES, fitQuality } from '../../../calibration/diagnose/fit-quality.ts';
import { itemFit } from '../../../calibration/diagnose/item-fit.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import { randomStream } from '../../../src/random.ts';
import { normalQuantile } from '../../../src/statistics/normal-quantile.ts';
import { golden } from '../../irt/golden.ts';

type Model = Record<'a' | 'b' | 'c' | 'u' | 'infit' | 'zInfit' | 'outfit', number[]> & {
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
  const furthest = [...model.infit.keys()]
    .filter(
      (j) => (model.infit[j] < 0.7 || model.infit[j] > 1.3) && Math.abs(model.zInfit[j]) > 1.96,
    )
    .sort((i, j) => Math.abs(Math.log(model.infit[j])) - Math.abs(Math.log(model.infit[i])));
  expect(own.misfitting).toBe(furthest.length);
  expect(own.worst.map(({ item }) => item)).toEqual(furthest.slice(0, 3));
});

test('an item that follows chance instead of ability misfits', () => {
  const { a, b } = models['2PL'];
  const scores = matrix.scores.slice();
  for (let i = 0; i < answers.length; i++) scores[i * 32 + 10] = i % 2;
  const quality = fitQuality({ ...matrix, scores }, itemParameters({ a, b }))!;
  expect(quality.itemFit!.worst[0].item).toBe(10);
  expect(quality.itemFit!.misfitting).toBeGreaterThan(0);
});

test('very easy items that follow the curve are not called misfitting, whose infit is far from 1 by chance', () => {
  // 40 items of all difficulties that measure, and 40 that one of 60 examinees in 30 has wrong, or nobody: those have no infit.
  const items = 80;
  const b = Float64Array.from({ length: items }, (_, j) => (j < 40 ? (j - 20) / 8 : -4.5));
  const a = new Float64Array(items).fill(1);
  const random = randomStream(7, 'easy items');
  const abilities = Array.from({ length: 60 }, (_, i) => normalQuantile((i + 0.5) / 60));
  const scores = Float32Array.from({ length: 60 * items }, (_, k) => {
    const p = 1 / (1 + Math.exp(-(abilities[Math.floor(k / items)] - b[k % items])));
    return Number(random() < p);
  });
  const easy = {
    examinees: abilities.map((_, i) => `${i}`),
    items: Array.from(b, (_, j) => `${j}`),
    scores,
  };
  const { infit } = itemFit(easy, itemParameters({ a, b }), abilities);
  const outside = infit.slice(40).filter((x) => x < 0.7 || x > 1.3);
  expect(outside.length).toBeGreaterThan(8);
  // By chance 2 of 40.
  const quality = fitQuality(easy, itemParameters({ a, b }))!;
  expect(quality.itemFit!.misfitting).toBeLessThanOrEqual(4);
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
