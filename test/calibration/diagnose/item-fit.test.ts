import { describe, expect, test } from 'vitest';
import { itemFit } from '../../../calibration/diagnose/item-fit.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';
import { probability } from '../../../src/irt/probability.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';

const ITEMS = 400;
const PERSONS = 150;
const random = randomStream('item fit');
const a = Array.from({ length: ITEMS }, () => Math.exp(0.3 * randomNormal(random)));
const b = Array.from({ length: ITEMS }, () => randomNormal(random));
const parameters = itemParameters({ a, b });
const abilities = Float64Array.from({ length: PERSONS }, () => randomNormal(random));
const scores = Float32Array.from({ length: PERSONS * ITEMS }, (_, k) => {
  const j = k % ITEMS;
  return random() < probability(abilities[Math.floor(k / ITEMS)], a[j], b[j], 0, 1) ? 1 : 0;
});
const matrix = {
  examinees: Array.from(abilities, (_, i) => `${i}`),
  items: a.map((_, j) => `${j}`),
  scores,
};

test('mean squares of two answers, by hand', () => {
  const items = itemParameters({ a: [1], b: [0] });
  const two = {
    examinees: ['x', 'y', 'z'],
    items: ['i'],
    scores: Float32Array.of(1, 0, Number.NaN),
  };
  const p = 1 / (1 + Math.exp(-1));
  const own = itemFit(two, items, [-1, 0, 3]);
  // P = 1 − p and a half; both answers are p and a half away.
  expect(own.infit[0]).toBeCloseTo((p * p + 0.25) / (p * (1 - p) + 0.25), 12);
  expect(own.outfit[0]).toBeCloseTo((p / (1 - p) + 1) / 2, 12);
  // The abler of the two is the one that errs.
  expect(own.correlation[0]).toBeCloseTo(-1, 12);
});

test('an item that all but a zero scorer have right fits nothing: priors alone place its curve', () => {
  const wide = Array.from({ length: 12 }, (_, j) => j);
  const rows = [
    wide.map((j) => (j < 7 ? 1 : 0)),
    wide.map((j) => (j % 2 ? 0 : 1)),
    wide.map(() => 0),
  ];
  const examinees = ['x', 'y', 'none'];
  const items = wide.map((j) => `${j}`);
  const same = itemParameters({ a: wide.map(() => 1), b: wide.map(() => 0) });
  const three = { examinees, items, scores: Float32Array.from(rows.flat()) };
  const { infit, correlation } = itemFit(three, same, [0.5, 0, -3]);
  // Both have 0, 2, 4 and 6 right, both have 7, 9 and 11 wrong.
  const alike = wide.filter((j) => (j < 7 ? j % 2 === 0 : j % 2 === 1));
  expect(wide.filter((j) => Number.isNaN(infit[j]))).toEqual(alike);
  expect(wide.filter((j) => Number.isNaN(correlation[j]))).toEqual(alike);
});

describe('answers that follow the model', () => {
  const fit = itemFit(matrix, parameters, abilities);
  const mean = (of: Float64Array) => of.reduce((sum, x) => sum + x, 0) / ITEMS;

  test('have mean squares of 1, and correlations above 0', () => {
    // The standard deviation of a mean square is about √(0.2/150) (infit) and √(2/150) (outfit): four standard errors of a mean.
    expect(Math.abs(mean(fit.infit) - 1)).toBeLessThan((4 * Math.sqrt(0.2 / PERSONS)) / 20);
    expect(Math.abs(mean(fit.outfit) - 1)).toBeLessThan((4 * Math.sqrt(2 / PERSONS)) / 20);
    expect(Math.min(...fit.correlation)).toBeGreaterThan(0);
  });

  test('a wrong key is what stands out', () => {
    const wrong = { ...matrix, scores: scores.map((u, k) => (k % ITEMS === 7 ? 1 - u : u)) };
    const { correlation, infit, outfit } = itemFit(wrong, parameters, abilities);
    expect(correlation[7]).toBeCloseTo(-fit.correlation[7], 12);
    expect(correlation.indexOf(Math.min(...correlation))).toBe(7);
    expect(infit[7]).toBe(Math.max(...infit));
    expect(outfit[7]).toBe(Math.max(...outfit));
  });

  test('a correlation with a spread-out ability is that of the textbook', () => {
    const own = [...abilities.keys()].map((i) => ({ x: abilities[i], u: scores[i * ITEMS + 3] }));
    const right = own.filter(({ u }) => u === 1);
    const share = right.length / PERSONS;
    const of = (x: typeof own) => x.reduce((sum, one) => sum + one.x, 0) / x.length;
    const sd = Math.sqrt(own.reduce((sum, { x }) => sum + (x - of(own)) ** 2, 0) / PERSONS);
    // (M₁ − M) / s √(p/q): Lord & Novick (1968), chapter 15.
    const expected = ((of(right) - of(own)) / sd) * Math.sqrt(share / (1 - share));
    expect(fit.correlation[3]).toBeCloseTo(expected, 10);
  });
});

test('an item without an answer, or with one that is right in part, has no fit', () => {
  const changed = scores.slice();
  for (let k = 0; k < changed.length; k += ITEMS) changed[k] = Number.NaN;
  changed[1] = 0.5;
  const fit = itemFit({ ...matrix, scores: changed }, parameters, abilities);
  for (const statistic of [fit.infit, fit.outfit, fit.correlation]) {
    expect([statistic[0], statistic[1]]).toEqual([Number.NaN, Number.NaN]);
    expect(statistic[2]).not.toBeNaN();
  }
});

test('an item that all answered alike has neither mean squares nor a correlation', () => {
  const alike = { ...matrix, scores: scores.map((u, k) => (k % ITEMS === 5 ? 1 : u)) };
  const fit = itemFit(alike, parameters, abilities);
  expect(fit.correlation[5]).toBeNaN();
  expect(fit.infit[5]).toBeNaN();
});
