import { inverse, Matrix } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { marginFit } from '../../../../calibration/diagnose/bank/margin-fit.ts';
import { type ItemParameters, itemParameters } from '../../../../src/irt/parameters.ts';
import { probability } from '../../../../src/irt/probability.ts';
import { simulate } from '../../simulated.ts';

const PRIOR = { mean: 0.2, sd: 1.1 };
const EACH = { slopes: 'each', difficulties: true, guessing: 'none', upper: 'none' } as const;
/** Parameters that can be replaced. */
type Moved = { -readonly [K in keyof ItemParameters]: ItemParameters[K] };
const NONE = { slopes: 'none', difficulties: false, guessing: 'none', upper: 'none' } as const;

describe('M2 by enumeration of all patterns', () => {
  const { matrix, items } = simulate('enumeration', 150, 5);
  const patterns = Array.from({ length: 32 }, (_, p) =>
    Array.from({ length: 5 }, (_, j) => (p >> j) & 1),
  );
  const pairs = [0, 1, 2, 3, 4].flatMap((j) =>
    [1, 2, 3, 4].filter((k) => k > j).map((k) => [j, k]),
  );
  const margins = [...[0, 1, 2, 3, 4].map((j) => [j]), ...pairs];

  /** Probabilities of the patterns on a grid of a thousand nodes. */
  function probabilities({ a, b, c, d }: ItemParameters, { mean, sd } = PRIOR): number[] {
    const nodes = Array.from({ length: 1001 }, (_, q) => -8 + (16 * q) / 1000);
    return patterns.map((pattern) => {
      let sum = 0;
      for (const z of nodes) {
        const p = pattern.map((u, j) => {
          const right = probability(mean + sd * z, a[j], b[j], c[j], d[j]);
          return u === 1 ? right : 1 - right;
        });
        sum += p.reduce((product, one) => product * one, 1) * Math.exp(-0.5 * z * z);
      }
      return (sum * 16) / 1000 / Math.sqrt(2 * Math.PI);
    });
  }
  const design = new Matrix(
    margins.map((of) => patterns.map((pattern) => (of.every((j) => pattern[j] === 1) ? 1 : 0))),
  );
  const marginsOf = (p: number[]) => design.mmul(Matrix.columnVector(p));
  const expected = probabilities(items);
  const observed = patterns.map((pattern) => {
    const same = (i: number) => pattern.every((u, j) => u === matrix.scores[5 * i + j]);
    return matrix.examinees.filter((_, i) => same(i)).length / 150;
  });
  const e = marginsOf(observed.map((share, p) => share - expected[p]));
  const covariance = Matrix.sub(
    Matrix.diag(expected),
    Matrix.columnVector(expected).mmul(Matrix.rowVector(expected)),
  );
  const weights = inverse(design.mmul(covariance).mmul(design.transpose()));

  test('with nothing estimated', () => {
    const fit = marginFit(matrix, items, PRIOR, NONE).value!;
    const m2 = 150 * e.transpose().mmul(weights).mmul(e).get(0, 0);
    expect(fit.df).toBe(15);
    expect(Math.abs(fit.m2 / m2 - 1)).toBeLessThan(1e-7);
  });

  const STEP = 1e-4;
  /** Central differences of the margins as `change` moves the parameters. */
  const effect = (change: (moved: Moved, step: number) => void, ofPrior = 0) => {
    const at = (step: number) => {
      const moved = { ...items, a: items.a.slice(), b: items.b.slice(), c: items.c.slice() };
      change(moved, step);
      return marginsOf(probabilities(moved, { mean: PRIOR.mean, sd: PRIOR.sd + ofPrior * step }));
    };
    return Matrix.sub(at(STEP), at(-STEP))
      .mul(1 / (2 * STEP))
      .to1DArray();
  };
  const each = (of: 'a' | 'b' | 'c') =>
    [0, 1, 2, 3, 4].map((j) =>
      effect((moved, step) => {
        moved[of][j] += step;
      }),
    );
  const m2Without = (effects: number[][]) => {
    const delta = new Matrix(effects).transpose();
    const middle = inverse(delta.transpose().mmul(weights).mmul(delta));
    const part = weights.mmul(delta).mmul(middle).mmul(delta.transpose()).mmul(weights);
    return 150 * e.transpose().mmul(Matrix.sub(weights, part)).mmul(e).get(0, 0);
  };

  test('with a slope and a difficulty of each item estimated', () => {
    const fit = marginFit(matrix, items, PRIOR, EACH).value!;
    expect(fit).toMatchObject({ df: 5, parameters: 10 });
    // Differences over 1e-4 are right to 1e-8; the inverse makes them a thousand times larger.
    expect(Math.abs(fit.m2 / m2Without([...each('a'), ...each('b')]) - 1)).toBeLessThan(1e-5);
  });

  test('with one standard deviation of ability', () => {
    const fit = marginFit(matrix, items, PRIOR, { ...EACH, slopes: 'common' }).value!;
    const spread = effect(() => {}, 1);
    expect(fit.df).toBe(9);
    expect(Math.abs(fit.m2 / m2Without([spread, ...each('b')]) - 1)).toBeLessThan(1e-5);
  });

  test('with one guessing, or with that of each item', () => {
    const common = marginFit(matrix, items, PRIOR, { ...NONE, guessing: 'common' }).value!;
    const one = effect((moved, step) => {
      moved.c = moved.c.map((c) => c + step);
    });
    expect(common.df).toBe(14);
    expect(Math.abs(common.m2 / m2Without([one]) - 1)).toBeLessThan(1e-5);
    const own = marginFit(matrix, items, PRIOR, { ...NONE, guessing: 'each' }).value!;
    expect(own.df).toBe(10);
    expect(Math.abs(own.m2 / m2Without(each('c')) - 1)).toBeLessThan(1e-5);
  });

  test('without margins left', () => {
    const everything = { ...EACH, guessing: 'each', upper: 'each' } as const;
    expect(marginFit(matrix, items, PRIOR, everything)).toMatchObject({
      value: null,
      reason: expect.stringContaining('nothing is left to test'),
    });
  });
});

test('p is uniform where the model holds', () => {
  const DRAWS = 200;
  const ps = Array.from({ length: DRAWS }, (_, draw) => {
    const { matrix, items } = simulate(`uniform ${draw}`, 300, 6);
    return marginFit(matrix, items, { mean: 0, sd: 1 }, NONE).value!.p;
  }).sort((one, two) => one - two);
  const distance = Math.max(
    ...ps.map((p, k) => Math.max(Math.abs(p - k / DRAWS), Math.abs(p - (k + 1) / DRAWS))),
  );
  // Kolmogorov's 1% point.
  expect(distance).toBeLessThan(1.63 / Math.sqrt(DRAWS));
});

test('an item that is always right has no margins of its own', () => {
  const { matrix } = simulate('easy', 60, 4);
  const items = itemParameters({ a: [1, 1, 1, 2], b: [0, 0, 0, -30] });
  expect(marginFit(matrix, items, { mean: 0, sd: 1 }, EACH)).toMatchObject({
    value: null,
    reason: expect.stringContaining('so easy or so hard'),
  });
});
