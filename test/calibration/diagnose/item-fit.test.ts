import { describe, expect, test } from 'vitest';
import { itemFit, summariseItemFit } from '../../../calibration/diagnose/item-fit.ts';
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
const ones = new Float64Array(ITEMS).fill(1);
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
  const own = itemFit(two, items, [-1, 0, 3], [2]);
  // P = 1 − p and a half; both answers are p and a half away.
  const [w1, w2] = [p * (1 - p), 1 / 4];
  expect(own.infit[0]).toBeCloseTo((p * p + 0.25) / (w1 + w2), 12);
  expect(own.outfit[0]).toBeCloseTo((p / (1 - p) + 1) / 2, 12);
  expect(own.infitSe[0]).toBeCloseTo(Math.sqrt(2 * w1 * (1 - 4 * w1)) / (w1 + w2), 12);
  expect(own.outfitSe[0]).toBeCloseTo(Math.sqrt(2 * (1 / w1 - 4)) / 2, 12);
});

describe('answers that follow the model', () => {
  const fit = itemFit(matrix, parameters, abilities, ones);

  test('have mean squares of 1, as far apart as their standard errors say', () => {
    const t = [...fit.t];
    const mean = t.reduce((sum, x) => sum + x, 0) / ITEMS;
    const sd = Math.sqrt(t.reduce((sum, x) => sum + (x - mean) ** 2, 0) / ITEMS);
    // 400 items: four standard errors of a mean, and of a standard deviation.
    expect(Math.abs(mean)).toBeLessThan(4 / 20);
    expect(Math.abs(sd - 1)).toBeLessThan(4 / Math.sqrt(2 * ITEMS));
    const { beyond, byChance, misfits } = summariseItemFit(fit, 5);
    expect(byChance).toBe(20);
    expect(beyond).toBeLessThan(20 + 4 * Math.sqrt(19));
    expect(misfits.length).toBeLessThanOrEqual(1);
  });

  test('a wrong key stands out, and is found', () => {
    const wrong = { ...matrix, scores: scores.map((u, k) => (k % ITEMS === 7 ? 1 - u : u)) };
    const own = summariseItemFit(itemFit(wrong, parameters, abilities, ones), 5);
    expect(own.worst[0]).toBe(7);
    expect(own.misfits).toContain(7);
  });

  test('examinees that err together make less of it', () => {
    const wide = itemFit(matrix, parameters, abilities, new Float64Array(ITEMS).fill(4));
    expect(wide.infit).toEqual(fit.infit);
    expect(wide.infitSe[0]).toBeCloseTo(2 * fit.infitSe[0], 12);
    expect(Math.abs(wide.t[0])).toBeLessThan(Math.abs(fit.t[0]) + 0.2);
  });
});

test('an item without an answer has no fit', () => {
  const none = { ...matrix, scores: scores.map((u, k) => (k % ITEMS === 0 ? Number.NaN : u)) };
  const fit = itemFit(none, parameters, abilities, ones);
  expect(fit.infit[0]).toBeNaN();
  expect(summariseItemFit(fit, 3).items).toBe(ITEMS - 1);
});
