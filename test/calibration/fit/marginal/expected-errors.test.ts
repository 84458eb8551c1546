import { describe, expect, test } from 'vitest';
import { fitMarginal, type Model } from '../../../../calibration/fit/marginal/fit-marginal.ts';
import { standardErrors } from '../../../../calibration/fit/marginal/standard-errors.ts';
import { wasmEngine } from '../../../../calibration/kernel/wasm-engine.ts';
import { IS_ALL } from '../../../repetitions.ts';
import { simulate } from '../../simulated.ts';
import { PRIORS } from './golden.ts';

/** The promise above 60 items: within 1% of the joint matrix for the typical item, 3% for each. */
const MEDIAN = 0.01;
const WORST = 0.03;

const CASES: {
  name: string;
  model: Model;
  examinees: number;
  missing?: number;
  groups?: number;
}[] = [
  { name: '2PL', model: '2pl', examinees: 600 },
  { name: '3PL', model: '3pl', examinees: 600 },
  { name: '4PL', model: '4pl', examinees: 600 },
  { name: 'Rasch', model: 'rasch', examinees: 400 },
  { name: 'few examinees', model: '3pl', examinees: 120 },
  { name: 'answers missing at random', model: '3pl', examinees: 600, missing: 0.3 },
  { name: 'two groups', model: '2pl', examinees: 600, groups: 2 },
];
/** Of every parameter and of groups; all of them in `npm run test:all`. */
const USUAL = ['4PL', 'two groups'];

describe('the expected information between items gives the standard errors of the joint matrix', () => {
  test.each(CASES.filter(({ name }) => IS_ALL || USUAL.includes(name)))(
    '$name',
    ({ name, model, examinees, missing = 0, groups = 1 }) => {
      const { matrix } = simulate(`expected ${name}`, examinees, 72, { missing });
      const engine = wasmEngine(1);
      const fit = fitMarginal(matrix, {
        model,
        priors: { ...PRIORS.full, d: { family: 'beta', alpha: 17, beta: 5 } },
        quadrature: 'auto',
        maxIterations: 300,
        tolerance: 1e-5,
        engine,
        groups: groups > 1 ? matrix.examinees.map((_, i) => i % groups) : undefined,
      });
      const full = standardErrors(fit, engine, 'full');
      const expected = standardErrors(fit, engine, 'expected');
      const alone = standardErrors(fit, engine, 'blockwise');
      engine.close();
      expect(expected).toMatchObject({ method: 'expected', fellBack: false });
      const letters = {
        rasch: ['b'],
        '2pl': ['a', 'b'],
        '3pl': ['a', 'b', 'c'],
        '4pl': ['a', 'b', 'c', 'd'],
      };
      for (const letter of letters[model] as ('a' | 'b' | 'c' | 'd')[]) {
        const apart = ratios(expected[letter], full[letter]);
        expect(apart[apart.length >> 1]).toBeLessThan(MEDIAN);
        expect(apart.at(-1)).toBeLessThan(WORST);
      }
      // Item by item they are too small by much more: what is tested here is there.
      const blockwise = ratios(alone.b, full.b);
      expect(blockwise.at(-1)).toBeGreaterThan(2 * ratios(expected.b, full.b).at(-1)!);
      for (const part of ['mean', 'sd'] as const)
        full.groups[part].forEach((error, g) => {
          const found = expected.groups[part][g];
          if (Number.isNaN(error)) expect(found).toBeNaN();
          else expect(Math.abs(found / error - 1)).toBeLessThan(WORST);
        });
    },
  );
});

/** |x/y − 1| in rising order. */
function ratios(x: Float64Array, y: Float64Array): number[] {
  return Array.from(x, (value, j) => Math.abs(value / y[j] - 1)).sort((p, q) => p - q);
}
