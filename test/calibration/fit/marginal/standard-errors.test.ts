import { inverse, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { DEFAULT_PRIORS } from '../../../../calibration/fit/marginal/default-priors.ts';
import { PLAIN_ENGINE } from '../../../../calibration/fit/marginal/engine/calibration-engine.ts';
import {
  fitMarginal,
  type MarginalOptions,
  type PriorSet,
} from '../../../../calibration/fit/marginal/fit-marginal.ts';
import { standardErrors } from '../../../../calibration/fit/marginal/standard-errors.ts';
import { pickItems, type ResponseMatrix } from '../../../../src/irt/responses.ts';
import { randomStream } from '../../../../src/random.ts';
import { IS_ALL } from '../../../repetitions.ts';
import { simulate } from '../../simulated.ts';
import { dataSet, golden, largest, optionsOf, PRIORS } from './golden.ts';
import { naivePosterior, numericInformation } from './naive-posterior.ts';

type Errors = Record<'a' | 'b' | 'intercept', number[]> & { logitC?: number[] };
const recorded = Object.entries(golden<Record<string, Errors>>('standard-errors.json'));
/** The smallest; all six in `npm run test:all`. */
const usual = ['SAT12|2PL|none'];

/** The promise is 2%; the fits stop where coordinates still change by 1e-4. */
const RELATIVE = 1e-3;
const ratios = (found: ArrayLike<number>, known: readonly number[]) =>
  known.map((value, j) => found[j] / value);
const ones = (count: number) => new Array(count).fill(1);

describe('against a finite-difference Hessian of an independent program', () => {
  test.each(recorded.filter(([name]) => IS_ALL || usual.includes(name)))(
    '%s',
    (name, reference) => {
      const [data, model, prior] = name.split('|');
      const fit = fitMarginal(dataSet(data), optionsOf(model, prior));
      const errors = standardErrors(fit);
      const count = reference.a.length;
      const fromBlocks = (k: number) =>
        Array.from({ length: count }, (_, j) => Math.sqrt(errors.blocks[16 * j + 5 * k]));
      expect(errors).toMatchObject({ method: 'full', fellBack: false, indefinite: [] });
      const close = (found: ArrayLike<number>, known: readonly number[]) =>
        expect(largest(ratios(found, known), ones(count))).toBeLessThan(RELATIVE);
      close(errors.a, reference.a);
      close(errors.b, reference.b);
      close(fromBlocks(1), reference.intercept);
      if (reference.logitC !== undefined) {
        close(fromBlocks(2), reference.logitC);
        const { c } = fit.parameters;
        close(
          errors.c,
          reference.logitC.map((error, j) => error * c[j] * (1 - c[j])),
        );
      } else expect(errors.c.every(Number.isNaN)).toBe(true);
      expect(errors.d.every(Number.isNaN)).toBe(true);

      // Holding the other items still can only make an item look surer; little so with dozens of items.
      const alone = standardErrors(fit, PLAIN_ENGINE, 'blockwise');
      expect(alone).toMatchObject({ method: 'blockwise', fellBack: false, indefinite: [] });
      for (const parameter of ['a', 'b'] as const)
        for (const ratio of ratios(alone[parameter], Array.from(errors[parameter]))) {
          expect(ratio).toBeLessThan(1 + 1e-9);
          expect(ratio).toBeGreaterThan(0.8);
        }
    },
  );
});

/** Answers with a tenth of the cells empty and a tenth of the others fractional. */
function patchy(examinees: number, items: number): ResponseMatrix {
  const { matrix } = simulate('patchy', examinees, items, { missing: 0.1 });
  const random = randomStream('fractions');
  return {
    ...matrix,
    scores: matrix.scores.map((u) => (random() < 0.1 ? 0.2 + 0.6 * u : u)),
  };
}

const none = { family: 'none' } as const;
const CASES: {
  name: string;
  matrix: ResponseMatrix;
  options: Partial<MarginalOptions> & { model: MarginalOptions['model']; priors: PriorSet };
}[] = [
  {
    name: '3PL, every kind of prior, two groups',
    matrix: patchy(150, 5),
    options: {
      model: '3pl',
      priors: {
        a: { family: 'lognormal', mean: 0, sd: 0.5 },
        b: { family: 'normal', mean: 0.2, sd: 1.5 },
        c: { family: 'beta', alpha: 5, beta: 17 },
        d: none,
      },
      groups: Array.from({ length: 150 }, (_, i) => i % 2),
    },
  },
  {
    name: '2PL with two fixed items, normal prior of a, prior of the intercept',
    matrix: patchy(120, 5),
    options: {
      model: '2pl',
      priors: {
        ...PRIORS.none,
        a: { family: 'normal', mean: 1, sd: 0.4 },
        b: { family: 'intercept', mean: 0, sd: 1.5 },
      },
      fixed: new Map([
        [1, { a: 1.2, b: 0.3, c: 0, d: 1 }],
        [3, { a: 0.8, b: -0.5, c: 0.1, d: 1 }],
      ]),
    },
  },
  {
    name: '4PL, normal prior of c, beta of d',
    matrix: patchy(150, 4),
    options: {
      model: '4pl',
      priors: {
        ...PRIORS.full,
        c: { family: 'normal', mean: 0.2, sd: 0.05 },
        d: { family: 'beta', alpha: 17, beta: 3 },
      },
    },
  },
  { name: 'Rasch', matrix: patchy(120, 6), options: { model: 'rasch', priors: PRIORS.none } },
  {
    name: '2PL, the distribution of ability estimated, and taken as known',
    matrix: patchy(150, 6),
    options: {
      model: '2pl',
      priors: PRIORS.none,
      abilityDistribution: 'histogram',
      tolerance: 1e-5,
    },
  },
];

describe('against the definition: missing and fractional scores, groups, fixed items', () => {
  test.each(CASES)('$name', ({ matrix, options }) => {
    const fit = fitMarginal(matrix, {
      quadrature: 31,
      maxIterations: 1000,
      tolerance: 1e-7,
      ...options,
    });
    expect(fit.converged).toBe(true);
    const errors = standardErrors(fit);
    const { point, at } = naivePosterior(matrix, fit, options.priors);
    const { coordinates, matrix: covariance } = errors.covariance!;
    const information = numericInformation(at, point, coordinates);
    const known = inverse(new Matrix(information));
    for (let x = 0; x < coordinates.length; x++)
      for (let y = 0; y < coordinates.length; y++) {
        const scale = Math.sqrt(known.get(x, x) * known.get(y, y));
        expect(Math.abs(covariance.get(x, y) - known.get(x, y)) / scale).toBeLessThan(2e-4);
      }

    const all = matrix.items.length;
    const alone = standardErrors(fit, PLAIN_ENGINE, 'blockwise');
    for (let j = 0; j < all; j++) {
      const rows = [...coordinates.keys()].filter(
        (row) => coordinates[row] < 4 * all && coordinates[row] % all === j,
      );
      if (rows.length === 0) continue;
      const block = inverse(new Matrix(rows.map((x) => rows.map((y) => information[x][y]))));
      rows.forEach((row, x) => {
        const k = Math.floor(coordinates[row] / all);
        expect(alone.blocks[16 * j + 5 * k] / block.get(x, x)).toBeCloseTo(1, 3);
      });
    }
  });

  test('fixed parameters have none, and a fit is left as it was', () => {
    const { matrix, options } = CASES[1];
    const fit = fitMarginal(matrix, {
      quadrature: 31,
      maxIterations: 500,
      tolerance: 1e-6,
      ...options,
    });
    const before = [fit.workspace.posterior.slice(), fit.workspace.fixed.slice()];
    const errors = standardErrors(fit);
    expect([fit.workspace.posterior, fit.workspace.fixed]).toEqual(before);
    for (const values of [errors.a, errors.b]) {
      expect(values[1]).toBeNaN();
      expect(values[3]).toBeNaN();
      expect(values.filter(Number.isNaN)).toHaveLength(2);
    }
    expect(errors.c.every(Number.isNaN)).toBe(true);
    expect(errors.groups.mean[0]).toBeGreaterThan(0);
    expect(errors.groups.sd[0]).toBeGreaterThan(0);
  });
});

describe('items that the answers do not determine do not cost the others their joint errors', () => {
  const { matrix } = simulate('undetermined', 80, 12);
  const width = matrix.items.length;
  const options = { ...optionsOf('2PL', 'none'), priors: DEFAULT_PRIORS };
  const isOut = (j: number) => j % 2 === 1 && j < 6;
  const rest = pickItems(
    matrix,
    [...matrix.items.keys()].filter((j) => !isOut(j)),
  );
  const edited = (value: (i: number, j: number) => number) => ({
    ...matrix,
    scores: matrix.scores.map((u, at) =>
      isOut(at % width) ? value(Math.floor(at / width), at % width) : u,
    ),
  });

  test.each([
    ['nobody answered them', edited(() => Number.NaN)],
    ['one answer each', edited((i) => (i === 7 ? 1 : Number.NaN))],
    ['all right and all wrong', edited((_, j) => (j === 1 ? 0 : 1))],
  ] as const)('%s', (_, own) => {
    for (const method of ['full', 'expected'] as const) {
      const [errors, alone] = [own, rest].map((some) =>
        standardErrors(fitMarginal(some, options), PLAIN_ENGINE, method),
      );
      expect(errors).toMatchObject({ method, fellBack: false, indefinite: [1, 3, 5] });
      for (const parameter of ['a', 'b'] as const) {
        const known = Array.from(errors[parameter]).filter((_error, j) => !isOut(j));
        expect(
          largest(ratios(known, Array.from(alone[parameter])), ones(known.length)),
        ).toBeLessThan(0.03);
        expect(errors[parameter][3]).toBeNaN();
        expect(errors.blocks[16 * 3 + (parameter === 'a' ? 0 : 5)]).toBeNaN();
      }
    }
  });

  test('a difficulty that ran away has no standard error either', () => {
    // Two examinees of 80 have it wrong, one of the best and one of the worst: its slope is near 0.
    const { scores } = matrix;
    const sums = matrix.examinees.map((_, i) =>
      scores.subarray(i * width, (i + 1) * width).reduce((sum, u) => sum + u, 0),
    );
    const order = [...sums.keys()].sort((i, k) => sums[i] - sums[k]);
    const wrong = [order[2], order[77]];
    const own = edited((i, j) => (j === 1 ? Number(!wrong.includes(i)) : scores[i * width + j]));
    const fit = fitMarginal(own, optionsOf('2PL', 'none'));
    const errors = standardErrors(fit);
    expect(errors.method).toBe('full');
    expect(errors.b.every((error) => Number.isNaN(error) || error < 100)).toBe(true);
  });
});

test('not at a maximum: falls back to blocks and says so', () => {
  // One question answered by everybody says nothing of slope and spread together.
  const { matrix } = simulate('one item', 100, 1);
  const fit = fitMarginal(matrix, optionsOf('2PL', 'none'));
  const errors = standardErrors(fit);
  expect(errors).toMatchObject({ method: 'blockwise', fellBack: true, indefinite: [0] });
  expect(errors.a[0]).toBeNaN();
});
