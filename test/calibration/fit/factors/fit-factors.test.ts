import { describe, expect, test } from 'vitest';
import { fitFactors } from '../../../../calibration/fit/factors/fit-factors.ts';
import { invertPositive, solvePositive } from '../../../../src/irt/small-cholesky.ts';
import { randomNormal, randomStream } from '../../../../src/random.ts';
import { correlation, matrixOf, simulate } from '../../simulated.ts';

describe('one dimension', () => {
  const { matrix, abilities, items } = simulate('factors', 30, 800);
  const guessing = items.c;
  const fit = fitFactors(matrix, { dimensions: 1, guessing });

  test('finds the abilities and the difficulties', () => {
    expect(correlation(fit.abilities, abilities)).toBeGreaterThan(0.99);
    const intercepts = Float64Array.from(items.a, (_, j) => fit.coefficients[2 * j]);
    const truth = items.a.map((a, j) => -a * items.b[j]);
    expect(correlation(intercepts, truth)).toBeGreaterThan(0.85);
  });

  test('knows less of an item with fewer answers', () => {
    const fewer = matrixOf(30, 800, (i, j) =>
      j === 0 && i >= 5 ? Number.NaN : matrix.scores[i * 800 + j],
    );
    const poorer = fitFactors(fewer, { dimensions: 1, guessing });
    expect(poorer.covariances[0]).toBeGreaterThan(1.5 * fit.covariances[0]);
  });
});

test('two dimensions: answers to two kinds of items are told apart', () => {
  const random = randomStream('two-dimensions');
  const theta = Array.from({ length: 40 }, () => [randomNormal(random), randomNormal(random)]);
  const matrix = matrixOf(40, 600, (i, j) => {
    const z = 1.5 * theta[i][j % 2] + ((j % 7) - 3) / 3;
    return random() < 1 / (1 + Math.exp(-z)) ? 1 : 0;
  });
  const fit = fitFactors(matrix, { dimensions: 2, guessing: new Float64Array(600) });
  // Whatever the rotation, the fitted abilities span the true ones: each is predicted by both of them.
  for (const d of [0, 1]) {
    const truth = theta.map((t) => t[d]);
    const one = fit.abilities.filter((_, k) => k % 2 === 0);
    const two = fit.abilities.filter((_, k) => k % 2 === 1);
    const [r, s] = [correlation(truth, one), correlation(truth, two)];
    expect(r * r + s * s).toBeGreaterThan(0.9);
  }
});

test('small systems are solved and inverted', () => {
  const random = randomStream('cholesky');
  for (const size of [1, 2, 3, 7]) {
    const root = Array.from({ length: size * size }, () => randomNormal(random));
    const h = Float64Array.from({ length: size * size }, (_, k) => {
      const [r, s] = [Math.floor(k / size), k % size];
      let sum = r === s ? 1 : 0;
      for (let t = 0; t < size; t++) sum += root[size * r + t] * root[size * s + t];
      return sum;
    });
    const g = Float64Array.from({ length: size }, () => randomNormal(random));
    const x = new Float64Array(size);
    solvePositive(h.slice(), g, size, x);
    const inverse = invertPositive(h, size);
    for (let r = 0; r < size; r++) {
      let product = 0;
      let solved = 0;
      for (let s = 0; s < size; s++) {
        product += h[size * r + s] * x[s];
        solved += inverse[size * r + s] * g[s];
      }
      expect(product).toBeCloseTo(g[r], 9);
      expect(solved).toBeCloseTo(x[r], 9);
    }
  }
});
