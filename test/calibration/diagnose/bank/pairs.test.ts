import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comparePairs } from '../../../../calibration/diagnose/bank/compare-pairs.ts';
import { eachPair, type PairVisitor } from '../../../../calibration/diagnose/bank/each-pair.ts';
import {
  type ItemRows,
  residualRows,
  scoreRows,
} from '../../../../calibration/diagnose/bank/item-rows.ts';
import { priorGrid } from '../../../../calibration/diagnose/bank/prior-grid.ts';
import { STANDARD_NORMAL } from '../../../../src/irt/estimate/estimate.ts';
import { probability } from '../../../../src/irt/probability.ts';
import { pickExaminees, type ResponseMatrix } from '../../../../src/irt/responses.ts';
import { pearson } from '../../../../src/statistics/pearson.ts';
import { repetitions } from '../../../repetitions.ts';
import { matrixOf, simulate } from '../../simulated.ts';

const OPTIONS = {
  seed: 1,
  draws: 0,
  prior: STANDARD_NORMAL,
  products: Number.POSITIVE_INFINITY,
  onDraw: () => {},
};

/** The value of each pair of rows, or of those compared. */
function valuesOf(rows: ItemRows, band: number | null = null) {
  const found = new Map<string, number>();
  const visit: PairVisitor = (values, count, item, from) => {
    for (let k = 0; k < count; k++) {
      const pair = [item, (from + k) % rows.count].sort((p, q) => p - q).join();
      expect(found.has(pair)).toBe(false);
      found.set(pair, values[k]);
    }
  };
  eachPair(rows, band, visit);
  return found;
}
const order = (count: number) => Int32Array.from({ length: count }, (_, j) => j);

describe('values of pairs', () => {
  const complete = simulate('pairs', 80, 9);
  const sparse = simulate('pairs', 80, 9, { missing: 0.3 });
  const some = {
    ...complete,
    matrix: matrixOf(80, 9, (i, j) =>
      i === j && j % 3 === 0 ? Number.NaN : complete.matrix.scores[9 * i + j],
    ),
  };
  const cases = [
    ['all answers', complete],
    ['missing answers', sparse],
    ['missing answers to three items', some],
  ] as const;

  test.each(cases)('%s: Q3 by its definition', (_, { matrix, items, abilities }) => {
    const found = valuesOf(residualRows(matrix, items, abilities, order(9)));
    expect(found.size).toBe(36);
    for (const [pair, value] of found) {
      const [j, k] = pair.split(',').map(Number);
      const of = (item: number) => (i: number) =>
        matrix.scores[9 * i + item] -
        probability(abilities[i], items.a[item], items.b[item], items.c[item], 1);
      const both = [...matrix.examinees.keys()].filter((i) => !Number.isNaN(of(j)(i) + of(k)(i)));
      expect(value).toBeCloseTo(pearson(both.map(of(j)), both.map(of(k)))!, 10);
    }
  });

  test.each(cases)('%s: correlations minus those of the model', (_, { matrix, items }) => {
    const found = valuesOf(scoreRows(matrix, items, priorGrid(items, STANDARD_NORMAL), order(9)));
    const average = (of: (p: (item: number) => number) => number) => {
      let sum = 0;
      for (let z = -8; z <= 8; z += 0.01)
        sum +=
          (0.01 *
            Math.exp(-0.5 * z * z) *
            of((item) => probability(z, items.a[item], items.b[item], items.c[item], 1))) /
          Math.sqrt(2 * Math.PI);
      return sum;
    };
    for (const [pair, value] of found) {
      const [j, k] = pair.split(',').map(Number);
      const score = (item: number) => (i: number) => matrix.scores[9 * i + item];
      const both = [...matrix.examinees.keys()].filter(
        (i) => !Number.isNaN(score(j)(i) + score(k)(i)),
      );
      const [one, two] = [average((p) => p(j)), average((p) => p(k))];
      const implied =
        (average((p) => p(j) * p(k)) - one * two) / Math.sqrt(one * (1 - one) * two * (1 - two));
      const observed = pearson(both.map(score(j)), both.map(score(k)))!;
      expect(value).toBeCloseTo(observed - implied, 7);
    }
  });

  test.each(cases)('%s: symmetric, and the same for examinees in any order', (_, simulated) => {
    const { matrix, items, abilities } = simulated;
    const found = valuesOf(residualRows(matrix, items, abilities, order(9)));
    const permutation = (count: number) =>
      fc.shuffledSubarray([...Array(count).keys()], { minLength: count });
    fc.assert(
      fc.property(permutation(80), permutation(9), (rows, columns) => {
        const other = valuesOf(
          residualRows(
            pickExaminees(matrix, rows),
            items,
            Float64Array.from(rows, (i) => abilities[i]),
            Int32Array.from(columns),
          ),
        );
        for (const [pair, value] of other) {
          const [j, k] = pair.split(',').map((row) => columns[Number(row)]);
          expect(value).toBeCloseTo(found.get([j, k].sort((p, q) => p - q).join())!, 10);
        }
      }),
      { numRuns: 30 },
    );
  });

  test.each(cases)('%s: a band compares each item with as many others', (_, simulated) => {
    const { matrix, items, abilities } = simulated;
    const rows = residualRows(matrix, items, abilities, order(9));
    const [all, some] = [valuesOf(rows), valuesOf(rows, 3)];
    expect(some.size).toBe(27);
    const counts = new Map<string, number>();
    for (const [pair, value] of some) {
      expect(value).toBeCloseTo(all.get(pair)!, 12);
      for (const item of pair.split(',')) counts.set(item, (counts.get(item) ?? 0) + 1);
    }
    expect([...counts.values()]).toEqual(Array(9).fill(6));
  });
});

/** The matrix with item 4 a copy of item 3, except for one answer in `every`. */
function withCopy({ scores, items, examinees }: ResponseMatrix, every: number): ResponseMatrix {
  const width = items.length;
  return matrixOf(examinees.length, width, (i, j) => {
    const own = scores[i * width + j];
    return j === 4 && i % every > 0 ? scores[i * width + 3] : own;
  });
}

describe('comparison with simulated answers', () => {
  const { matrix, items } = simulate('compared', 100, 24);
  const same = { ...items, a: items.a.slice(), b: items.b.slice(), c: items.c.slice() };
  for (const parameter of ['a', 'b', 'c'] as const) same[parameter][4] = same[parameter][3];

  test('names a copied item, and nothing else', () => {
    const copied = withCopy(matrix, 3);
    const { dependence, correlations } = comparePairs(copied, same, { ...OPTIONS, draws: 19 });
    const { dependent, pairs, threshold, largest, mean } = dependence.value!;
    expect(dependent).toBe(1);
    expect(pairs.map((pair) => pair.items)).toEqual([[3, 4]]);
    expect(pairs[0].value - mean).toBeGreaterThan(threshold!);
    expect(largest.p).toBe(1 / 20);
    expect(correlations.value).toMatchObject({
      pair: { items: [3, 4] },
      largest: { p: 1 / 20 },
      draws: 19,
    });
  });

  test('quantiles of distances from the mean', () => {
    const { dependence } = comparePairs(matrix, items, OPTIONS);
    const { pairs, quantiles, mean, possible, compared, largest } = dependence.value!;
    expect([possible, compared]).toEqual([276, 276]);
    // The furthest hundred of 276 are sorted.
    const distances = pairs.map(({ value }) => Math.abs(value - mean));
    expect(distances).toEqual(distances.toSorted((p, q) => q - p));
    expect(distances[0]).toBeCloseTo(largest.observed, 12);
    // Between the neighbours of its rank, and a bin of 0.0005.
    for (const { share, observed } of quantiles.slice(1)) {
      const rank = (1 - share) * 276;
      expect(observed).toBeLessThan(distances[Math.floor(rank) - 1] + 0.0005);
      expect(observed).toBeGreaterThan(distances[Math.ceil(rank)] - 0.0005);
    }
  });

  test('no threshold, and no count, below 19 draws', () => {
    const few = comparePairs(matrix, items, { ...OPTIONS, draws: 18 }).dependence.value!;
    expect(few).toMatchObject({ threshold: null, dependent: null });
    expect(few.pairs).toHaveLength(100);
    const none = comparePairs(matrix, items, OPTIONS).dependence.value!;
    expect(none.largest).toMatchObject({ simulated: null, p: null });
  });

  test('the same for a seed, another for another', () => {
    const of = (seed: number) => comparePairs(matrix, items, { ...OPTIONS, seed, draws: 5 });
    expect(of(1)).toEqual(of(1));
    const points = (seed: number) => of(seed).dependence.value!.largest.simulated;
    expect(points(1)).not.toEqual(points(2));
  });

  test('a sample of pairs if products are few', () => {
    const { dependence } = comparePairs(matrix, items, { ...OPTIONS, products: 4 * 100 * 100 });
    const { isSample, compared, possible } = dependence.value!;
    expect({ isSample, compared, possible }).toEqual({
      isSample: true,
      compared: 96,
      possible: 276,
    });
  });

  test('missing answers stay missing', () => {
    const sparse = simulate('compared', 100, 24, { missing: 0.4 });
    const options = { ...OPTIONS, draws: 19 };
    const { dependence, correlations } = comparePairs(withCopy(sparse.matrix, 3), same, options);
    expect(dependence.value!.pairs[0].items).toEqual([3, 4]);
    // 36 common answers and not 100: correlations vary by 5/3 of what they do with all.
    const middle = ({ simulated }: { simulated: readonly number[] | null }) => simulated![1];
    const all = comparePairs(matrix, same, options).correlations.value!;
    expect(middle(correlations.value!.srmsr)).toBeGreaterThan(1.4 * middle(all.srmsr));
  });
});

test('few banks of independent items have a pair named', () => {
  const BANKS = repetitions(24, 10);
  let alarms = 0;
  for (let bank = 0; bank < BANKS; bank++) {
    const { matrix, items } = simulate(`alarm ${bank}`, 34, 24);
    const options = { ...OPTIONS, seed: bank, draws: 19 };
    if (comparePairs(matrix, items, options).dependence.value!.dependent! > 0) alarms++;
  }
  // One bank in twenty: of 24 a binomial number exceeds 5 once in 700, of 10 it exceeds 2 once in 90.
  expect(alarms).toBeLessThanOrEqual(repetitions(5, 2));
});
