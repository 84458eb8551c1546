import { expect, test } from 'vitest';
import { seedInterval } from '../../../sim/synthesis/seed-interval.ts';
import { aloneAnswers, simulatePopulation } from '../../../sim/synthesis/simulated-population.ts';
import { synthesisStudy } from '../../../sim/synthesis/synthesis-study.ts';
import { trueDifficulties } from '../../../sim/synthesis/true-difficulty.ts';

const REQUEST = {
  seed: 'test',
  seeds: 2,
  rung: '2pl',
  items: 80,
  draws: 2,
  sharings: [{ shared: 0.5, common: 0.5, steadiness: 0.7 }],
  persuasions: [
    { persuasion: 0, truth: 0 },
    { persuasion: 2, truth: 4 },
  ],
} as const;

test('without persuasion synthesis gives nothing, and with more truth than error it gives right answers', () => {
  const steps: number[] = [];
  const [none, much] = synthesisStudy(REQUEST, (done) => steps.push(done));
  expect(steps).toEqual([1, 2]);
  const row = (cell: typeof none, name: string) =>
    cell.rows.find(({ calibration }) => calibration === name)!;
  // Five equal answers of each generator tell what the solo tells; counted as five they tell what is not so.
  const likely = (name: string) => row(none, name).betterThanSolos.logLikelihood.mean;
  expect(Math.abs(likely('synthesized'))).toBeLessThan(0.01);
  expect(Math.abs(likely('pairs'))).toBeLessThan(0.01);
  expect(likely('naive')).toBeLessThan(-0.05);
  expect(row(none, 'synthesized').betterThanSolos.logLikelihood.count).toBe(2);
  expect(none.designEffect.mean).toBeCloseTo(5, 6);
  expect(none.reflectionGain.mean).toBe(0);
  expect(much.reflectionGain.mean).toBeGreaterThan(3);
  // What does not depend on a debate is the same in both.
  expect(row(much, 'distinct')).toEqual(row(none, 'distinct'));
  const difficulty = (name: string) => row(none, name).measures.difficulty;
  expect(difficulty('truth').mean).toBeCloseTo(1, 12);
  expect(difficulty('distinct').mean).toBeGreaterThan(difficulty('solos').mean);
  expect(difficulty('random').count).toBe(0);
});

test('a study repeats exactly, and its seeds do not depend on their number', () => {
  const once = synthesisStudy({ ...REQUEST, seeds: 1, items: 30, length: 10 });
  expect(synthesisStudy({ ...REQUEST, seeds: 1, items: 30, length: 10 })).toEqual(once);
  expect(() => synthesisStudy({ ...REQUEST, seeds: 0 })).toThrow(
    expect.objectContaining({ code: 'OPTION_INVALID' }),
  );
});

test('true difficulties order the items as all models find them', () => {
  const population = simulatePopulation('truth', { items: 200, pool: 1, others: 100, heldOut: 1 });
  const plain = trueDifficulties(population, {});
  expect([...plain]).toEqual(population.items.map(({ b }) => b));
  const settings = { common: 1 };
  const { scores } = aloneAnswers(population, population.others, settings);
  const shares = population.items.map((_, j) => {
    let right = 0;
    for (let i = 0; i < 100; i++) right += scores[i * 200 + j];
    return right / 100;
  });
  const against = (b: Float64Array) => correlation(b, shares);
  expect(against(trueDifficulties(population, settings))).toBeLessThan(-0.9);
  expect(against(plain)).toBeGreaterThan(-0.85);
});

test('intervals over seeds are those of Student', () => {
  expect(seedInterval([1, 2])).toEqual({ mean: 1.5, low: null, high: null, count: 2 });
  const { mean, low, high, count } = seedInterval([1, 2, null, 3, 4, 5]);
  expect([mean, count]).toEqual([3, 5]);
  expect(high! - mean).toBeCloseTo(mean - low!, 12);
  // R: qt(0.975, 4)
  expect(high! - mean).toBeCloseTo(2.776445 * Math.sqrt(2.5 / 5), 6);
});

function correlation(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const mean = (v: ArrayLike<number>) => Array.from(v).reduce((s, u) => s + u, 0) / v.length;
  const [mx, my] = [mean(x), mean(y)];
  let [xy, xx, yy] = [0, 0, 0];
  for (let k = 0; k < x.length; k++) {
    xy += (x[k] - mx) * (y[k] - my);
    xx += (x[k] - mx) ** 2;
    yy += (y[k] - my) ** 2;
  }
  return xy / Math.sqrt(xx * yy);
}
