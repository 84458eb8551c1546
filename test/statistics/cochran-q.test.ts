import { expect, test } from 'vitest';
import { chiSquareTail } from '../../src/statistics/chi-square-tail.ts';
import { type Block, cochranQ } from '../../src/statistics/cochran-q.ts';

/** Rounding of sums of a few numbers. */
const DIGITS = 10;

const full = (rows: readonly (readonly number[])[]): Block[] =>
  rows.map((values) => ({ values, treatments: values.map((_, k) => k) }));

/** (k − 1) (k Σ C² − N²)/(k N − Σ R²) of columns C, rows R and their sum N, as Cochran wrote it. */
function byCochran(rows: readonly (readonly number[])[]): number {
  const k = rows[0].length;
  const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0);
  const columns = rows[0].map((_, c) => sum(rows.map((row) => row[c])));
  const all = sum(columns);
  const square = (values: readonly number[]) => sum(values.map((one) => one * one));
  return ((k - 1) * (k * square(columns) - all * all)) / (k * all - square(rows.map(sum)));
}

test('is the formula of Cochran for right and wrong answers in full blocks', () => {
  const rows = [
    [1, 1, 0],
    [1, 0, 0],
    [1, 1, 1],
    [0, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
    [1, 0, 1],
  ];
  const { q, df, p } = cochranQ(full(rows), 3);
  expect(q).toBeCloseTo(byCochran(rows), DIGITS);
  expect(df).toBe(2);
  expect(p).toBeCloseTo(chiSquareTail(q, 2), DIGITS);
});

test('is the χ² of McNemar for two treatments', () => {
  const rows = [...Array(9).fill([1, 0]), ...Array(2).fill([0, 1]), [1, 1], [0, 0]];
  // (b − c)²/(b + c) of 9 and 2.
  expect(cochranQ(full(rows), 2).q).toBeCloseTo(49 / 11, DIGITS);
});

test('is the test of Friedman for ranks', () => {
  const rows = [
    [1, 2, 3, 4],
    [2, 1, 3, 4],
    [1, 3, 2, 4],
  ];
  // 12/(b k (k + 1)) Σ R² − 3 b (k + 1), rank sums 4, 6, 8 and 12.
  const friedman = (12 / (3 * 4 * 5)) * (16 + 36 + 64 + 144) - 3 * 3 * 5;
  expect(cochranQ(full(rows.map((row) => row.map((rank) => rank / 4))), 4).q).toBeCloseTo(
    friedman,
    DIGITS,
  );
});

test('the mean of Q over all orders of unequal blocks is its degrees of freedom', () => {
  const blocks = [
    { treatments: [0, 1, 2], values: [0.2, 0.9, 0.4] },
    { treatments: [0, 1, 1], values: [0, 1, 0.5] },
    { treatments: [2, 0], values: [1, 0] },
  ];
  const orders = (values: readonly number[]): number[][] =>
    values.length === 0
      ? [[]]
      : values.flatMap((one, k) =>
          orders(values.filter((_, j) => j !== k)).map((rest) => [one, ...rest]),
        );
  let [sum, count] = [0, 0];
  for (const first of orders(blocks[0].values))
    for (const second of orders(blocks[1].values))
      for (const third of orders(blocks[2].values)) {
        const values = [first, second, third];
        sum += cochranQ(
          blocks.map(({ treatments }, k) => ({ treatments, values: values[k] })),
          3,
        ).q;
        count++;
      }
  expect(sum / count).toBeCloseTo(2, DIGITS);
});

test('says nothing where values of a block are equal, and counts only treatments that blocks connect', () => {
  expect(
    cochranQ(
      full([
        [1, 1],
        [0, 0],
      ]),
      2,
    ),
  ).toEqual({ q: 0, df: 0, p: 1 });
  const apart = [
    { treatments: [0, 1], values: [1, 0] },
    { treatments: [2, 3], values: [0, 1] },
  ];
  expect(cochranQ(apart, 4)).toMatchObject({ q: 2, df: 2 });
});
