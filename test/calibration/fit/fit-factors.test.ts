import { describe, expect, test } from 'vitest';
import { fitFactors } from '../../../calibration/fit/fit-factors.ts';
import { ExamineePosterior } from '../../../src/cat/robust/examinee-posterior.ts';
import { pickExaminees } from '../../../src/irt/responses.ts';
import { invertPositive, solvePositive } from '../../../src/irt/small-cholesky.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { correlation, matrixOf, simulate } from '../simulated.ts';

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

test('curves of a dozen examinees say how often others are right', () => {
  const random = randomStream('left out');
  const [seen, unseen, items] = [12, 24, 1500];
  const item = Array.from({ length: items }, () => ({
    a: Math.exp(0.3 * randomNormal(random)),
    d: 2 * randomNormal(random),
  }));
  const theta = Array.from({ length: seen + unseen }, () => randomNormal(random));
  const all = matrixOf(seen + unseen, items, (i, j) =>
    random() < 1 / (1 + Math.exp(-item[j].a * theta[i] - item[j].d)) ? 1 : 0,
  );
  const rows = Array.from(all.examinees.keys());
  const guessing = new Float64Array(items);
  const fit = fitFactors(pickExaminees(all, rows.slice(0, seen)), { dimensions: 1, guessing });
  const model = { ...fit, items, abilityVariances: Float64Array.of(16), groupings: [] };
  // By tenths of the predicted probability: number of answers, sum of what was predicted, sum right.
  const bins = Array.from({ length: 10 }, () => ({ count: 0, predicted: 0, right: 0 }));
  for (const i of rows.slice(seen)) {
    const posterior = new ExamineePosterior(model);
    const scores = all.scores.subarray(i * items, (i + 1) * items);
    const index = Int32Array.from(scores.keys());
    posterior.update({ index, scores: Float64Array.from(scores), count: items });
    posterior.placeAll();
    scores.forEach((u, j) => {
      const bin = bins[Math.min(9, Math.floor(10 * posterior.probability[j]))];
      bin.count++;
      bin.predicted += posterior.probability[j];
      bin.right += u;
    });
  }
  // 36,000 answers: about 0.7 points of sampling error a bin. At modes items are up to 4 points too near a half.
  for (const { count, predicted, right } of bins)
    expect(Math.abs(predicted - right) / count).toBeLessThan(0.02);
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
