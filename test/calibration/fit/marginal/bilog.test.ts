import { expect, test } from 'vitest';
import { fitMarginal } from '../../../../calibration/fit/marginal/fit-marginal.ts';
import { rmse } from '../../simulated.ts';
import { dataSet, golden, optionsOf, PRIORS } from './golden.ts';

type Bilog = Record<'1PL' | '2PL' | '3PL', Record<'a' | 'b' | 'c', number[]>>;
const bilog = golden<Bilog>('bilog.json');

const LOGNORMAL = { family: 'lognormal', mean: 0, sd: 0.5 } as const;
const MODELS = [
  { name: '1PL', model: 'rasch', priors: PRIORS.none },
  { name: '2PL', model: '2pl', priors: { ...PRIORS.none, a: LOGNORMAL } },
  // BILOG's own default for five options: Beta(5, 17), on c.
  { name: '3PL', model: '3pl', priors: { ...PRIORS.expbeta, a: LOGNORMAL } },
] as const;

/**
 * BILOG's nodes and priors are its own, so that the promise is a small root-mean-square difference. Its scale is ours,
 * ability N(0, 1), without any alignment; its 1PL has one common slope, ours a free standard deviation of ability.
 */
test.each(MODELS)('BILOG $name: 472 × 18', ({ name, model, priors }) => {
  const fit = fitMarginal(dataSet('irtoys_Scored'), { ...optionsOf(model, 'none'), priors });
  const [sd] = fit.groups.sd;
  const { a, b, c } = fit.parameters;
  expect(fit.converged).toBe(true);
  const reference = bilog[name];
  expect(
    rmse(
      a.map((slope) => slope * sd),
      reference.a,
    ),
  ).toBeLessThan(0.1);
  expect(
    rmse(
      b.map((difficulty) => difficulty / sd),
      reference.b,
    ),
  ).toBeLessThan(0.12);
  expect(rmse(c, reference.c)).toBeLessThan(0.05);
});
