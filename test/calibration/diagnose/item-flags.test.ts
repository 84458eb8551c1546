import { describe, expect, test } from 'vitest';
import {
  barredItems,
  itemFlags,
  joinFlags,
  parameterFlags,
} from '../../../calibration/diagnose/item-flags.ts';
import { negativeItems } from '../../../calibration/diagnose/negative-items.ts';
import { itemRestCorrelation } from '../../../calibration/fit/item-rest-correlation.ts';
import { reversedBank } from '../../../sim/calibration/reversed-bank.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import { randomStream } from '../../../src/random.ts';
import { repetitions } from '../../repetitions.ts';
import { correlation, matrixOf, simulate } from '../simulated.ts';

describe('the item-rest correlation', () => {
  test('is that of the answers with the mean of the other answers, missing ones left out', () => {
    const { matrix } = simulate('item-rest', 60, 15, { missing: 0.3 });
    const { correlation: found, examinees } = itemRestCorrelation(matrix);
    for (let j = 0; j < 15; j++) {
      const [own, rest]: [number[], number[]] = [[], []];
      for (let i = 0; i < 60; i++) {
        const row = Array.from(matrix.scores.subarray(15 * i, 15 * i + 15));
        const others = row.filter((u, k) => k !== j && !Number.isNaN(u));
        if (Number.isNaN(row[j]) || others.length === 0) continue;
        own.push(row[j]);
        rest.push(others.reduce((sum, u) => sum + u, 0) / others.length);
      }
      expect(examinees[j]).toBe(own.length);
      // Sums of 60 numbers near 1: rounding.
      expect(Math.abs(found[j] - correlation(own, rest))).toBeLessThan(1e-12);
    }
  });

  test('is not known of two examinees, of answers that are all alike, of a rest that is', () => {
    const two = matrixOf(2, 3, (i, j) => (i + j) % 2);
    expect(itemRestCorrelation(two).correlation.every(Number.isNaN)).toBe(true);
    const alike = matrixOf(5, 3, (i, j) => (j === 0 ? 1 : (i + j) % 2));
    expect(itemRestCorrelation(alike).correlation[0]).toBeNaN();
    const rest = matrixOf(5, 2, (i, j) => (j === 0 ? i % 2 : 1));
    expect(itemRestCorrelation(rest).correlation[0]).toBeNaN();
  });
});

describe('items that work backwards', () => {
  test.each([
    ['2pl', 200, 100],
    ['2pl', 500, 300],
    ['3pl', 500, 300],
    ['3pl', 1000, 100],
  ] as const)(
    '%s, %i × %i: every wrongly keyed item is flagged, and no other',
    (model, n, count) => {
      const { matrix, reversed } = reversedBank('flags', model, n, count);
      const flagged = negativeItems(itemRestCorrelation(matrix));
      expect(Array.from(flagged.keys()).filter((j) => flagged[j] === 1)).toEqual(reversed);
    },
  );

  test.each([
    [12, 0.01],
    [40, 0.003],
    [500, 0.001],
  ])('of %i examinees: at most %d of the items of good banks are flagged', (n, most) => {
    let [flagged, items] = [0, 0];
    for (let draw = 0; draw < repetitions(20, 8); draw++) {
      const { matrix } = reversedBank(`good/${draw}`, '2pl', n, 200, 0);
      flagged += negativeItems(itemRestCorrelation(matrix)).reduce((sum, one) => sum + one, 0);
      items += 200;
    }
    expect(flagged / items).toBeLessThanOrEqual(most);
  });

  test('if items have nothing in common, about one in twenty is below chance, not half of them', () => {
    const correlations = Float64Array.from({ length: 1000 }, (_, j) => (j - 502) / 5000);
    const rest = { correlation: correlations, examinees: new Int32Array(1000).fill(400) };
    // Mean below 0: only z < −1.645/√397 = −0.08255 counts, r < −0.08237, (502 − j) > 411.8: j from 0 to 90.
    expect(negativeItems(rest).reduce((sum, one) => sum + one, 0)).toBe(91);
  });
});

test('flags of parameters: bounds, negative slopes, and nothing of good items', () => {
  const parameters = itemParameters({
    a: [1, 0.0001, 1.2, 80, 0.8],
    b: [0, 25952, -21, 0, 1],
    c: [0.2, 0, 0, 1e-9, 0.99],
  });
  expect(parameterFlags(parameters)).toEqual([
    [],
    ['a-at-bound', 'b-at-bound'],
    ['b-at-bound'],
    ['a-at-bound', 'c-at-bound'],
    ['c-at-bound'],
  ]);
  expect(barredItems(parameterFlags(parameters))).toEqual([1, 3]);
});

test('flags of answers: all right, all wrong, too few; several in one order', () => {
  const scores = [
    [1, 0, Number.NaN, 0],
    [1, 0, Number.NaN, 1],
    [1, 0, Number.NaN, 1],
    [1, 0, 1, 0],
    [1, 0, 0, 0.5],
    [1, 0, Number.NaN, 1],
  ];
  const matrix = matrixOf(6, 4, (i, j) => scores[i][j]);
  const parameters = itemParameters({ a: [1, 1, 1, 1], b: [0, 0, 30, 0] });
  expect(itemFlags(matrix, parameters)).toEqual([
    ['all-right'],
    ['all-wrong'],
    ['b-at-bound', 'too-few-answers'],
    [],
  ]);
  expect(joinFlags(['all-right'], ['negative-slope', 'all-right'])).toEqual([
    'negative-slope',
    'all-right',
  ]);
});

test('an examinee without a right or without a wrong answer does not hide an item that all others answer alike', () => {
  const random = randomStream('extreme');
  const rows = Array.from({ length: 14 }, (_, i) =>
    Array.from({ length: 12 }, (_, j) =>
      i === 0 ? 0 : i === 1 ? 1 : j === 3 ? 1 : j === 5 ? 0 : Number(random() < 0.5),
    ),
  );
  const parameters = itemParameters({ a: Array(12).fill(1), b: Array(12).fill(0) });
  const alike = (scores: readonly (readonly number[])[]) =>
    itemFlags(
      matrixOf(scores.length, 12, (i, j) => scores[i][j]),
      parameters,
    ).map((own) => own.find((flag) => flag === 'all-right' || flag === 'all-wrong'));
  const expected = Array(12).fill(undefined);
  expected[3] = 'all-right';
  expected[5] = 'all-wrong';
  expect(alike(rows)).toEqual(expected);
  // An examinee with one answer says nothing of itself, so its answer counts.
  const short = rows[0].map((_, j) => (j === 3 ? 0 : Number.NaN));
  expect(alike([...rows, short])[3]).toBeUndefined();
  // If all are like that, all answers count.
  expect(alike(rows.slice(0, 2))).toEqual(Array(12).fill(undefined));
});
