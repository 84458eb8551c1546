import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { itemFit } from '../../../calibration/diagnose/item-fit.ts';
import { type SX2, sX2 } from '../../../calibration/diagnose/s-x2.ts';
import { answersOf } from '../../../src/irt/answers.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import { personFit } from '../../../src/irt/person-fit.ts';
import { golden } from '../../irt/golden.ts';

type Fitted = Record<'a' | 'b' | 'c' | 'u', number[]> & {
  latentVariance: number;
  scores: { EAP: { theta: number[] } };
};
type Fit = Record<
  'Zh' | 'outfit' | 'z.outfit' | 'infit' | 'z.infit' | 'S_X2' | 'df.S_X2' | 'p.S_X2',
  number[]
>;
const { answers, models } = golden<{ answers: string[]; models: Record<string, Fitted> }>(
  'mirt-sat12.json',
);
const { models: fits } = JSON.parse(
  readFileSync(new URL('../../golden/diagnose/mirt-sat12-fit.json', import.meta.url), 'utf8'),
) as { models: Record<string, { itemfit: Fit; personfit: { Zh: number[] } }> };
const matrix = {
  examinees: answers.map((_, i) => `${i}`),
  items: models.Rasch.a.map((_, j) => `${j}`),
  scores: Float32Array.from(answers.flatMap((pattern) => Array.from(pattern, Number))),
};
/** Estimated per item; of Rasch, the difficulty and the spread of ability, as mirt counts. */
const PARAMETERS: Record<string, number> = { Rasch: 2, '2PL': 2, '3PL': 3 };
/** mirt's abilities and ours are given to eight digits; its sums have other rounding. */
const CLOSE = 1e-5;
/** mirt caps a deviation at 1.4142, which is √2 to five digits. */
const CLOSE_Z = 1e-4;

test.each(Object.keys(models))('mirt, SAT12, %s: S-X², infit, outfit, Zh', (name) => {
  const { a, b, c, u, latentVariance, scores } = models[name];
  const { itemfit, personfit } = fits[name];
  const parameters = itemParameters({ a, b, c, d: u });
  const prior = { mean: 0, sd: Math.sqrt(latentVariance) };
  const own = sX2(matrix, parameters, prior, PARAMETERS[name]) as SX2;
  expect(own.examinees).toBe(600);
  expect([...own.df]).toEqual(itemfit['df.S_X2']);
  expectClose(own.statistic, itemfit.S_X2, CLOSE);
  expectClose(own.p, itemfit['p.S_X2'], CLOSE);
  const fit = itemFit(matrix, parameters, scores.EAP.theta);
  expectClose(fit.infit, itemfit.infit, CLOSE);
  expectClose(fit.outfit, itemfit.outfit, CLOSE);
  expectClose(fit.zInfit, itemfit['z.infit'], CLOSE_Z);
  expectClose(fit.zOutfit, itemfit['z.outfit'], CLOSE_Z);
  expectClose(fit.zLikelihood, itemfit.Zh, CLOSE);
  const lz = matrix.examinees.map(
    (_, i) =>
      personFit(
        scores.EAP.theta[i],
        answersOf(parameters, matrix.scores.subarray(32 * i, 32 * i + 32)),
      )!,
  );
  expectClose(lz, personfit.Zh, CLOSE);
});

/** Relative, or absolute for values below 1. */
function expectClose(own: ArrayLike<number>, theirs: readonly number[], tolerance: number): void {
  expect(own).toHaveLength(theirs.length);
  theirs.forEach((value, k) => {
    expect(Math.abs(own[k] - value)).toBeLessThan(tolerance * Math.max(1, Math.abs(value)));
  });
}
