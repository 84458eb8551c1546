import { expect, test } from 'vitest';
import { itemParameters } from '../../../src/irt/parameters.ts';
import { probability } from '../../../src/irt/probability.ts';
import { randomNormal, randomStream } from '../../../src/random.ts';
import { ComparisonTest } from '../../../src/ranking/compare/comparison-test.ts';
import { differenceBelief } from '../../../src/ranking/compare/difference-belief.ts';

const ITEMS = 300;
const weights = new Float64Array(ITEMS).fill(1 / ITEMS);

function bank(seed: number) {
  const random = randomStream(seed, 'bank');
  const b = Array.from({ length: ITEMS }, () => 1.5 * randomNormal(random));
  const parameters = itemParameters({ a: b.map(() => 1.4), b });
  const answers = (theta: number) =>
    Float64Array.from(b, (own) => (random() < probability(theta, 1.4, own, 0, 1) ? 1 : 0));
  return { parameters, answers };
}

function asked(seed: number, isRecorded: boolean, items: number) {
  const { parameters, answers } = bank(seed);
  const [a, b] = [answers(0.5), answers(0.3)];
  const recorded = [isRecorded ? a : null, null];
  const test = new ComparisonTest({ parameters, weights, recorded, kinship: 0.3, seed: `${seed}` });
  while (test.answered < items) {
    for (const j of test.next(items - test.answered)) {
      test.record(0, j, a[j]);
      test.record(1, j, b[j]);
    }
    test.close();
  }
  const truth = b.reduce((sum, x, j) => sum + x - a[j], 0) / ITEMS;
  return { test, truth, order: [...test.asked] };
}

test('no item is asked twice, and the same seed asks the same items', () => {
  const { order } = asked(1, true, 120);
  expect(new Set(order).size).toBe(120);
  expect(asked(1, true, 120).order).toEqual(order);
});

test.each([true, false])(
  'intervals hold, with the answers of the first recorded: %s',
  (isRecorded) => {
    let held = 0;
    let error = 0;
    const runs = 60;
    for (let run = 0; run < runs; run++) {
      const { test, truth } = asked(run, isRecorded, 80);
      const sample = test.differences()[0]!;
      const { low, high } = differenceBelief(sample, 1 / ITEMS, 'recorded').interval(0.025);
      if (low <= truth && truth <= high) held++;
      error += sample.difference - truth;
    }
    // 57 are expected; 4 standard deviations below are 50.
    expect(held).toBeGreaterThanOrEqual(50);
    // The standard error of the mean is about 0.035 / √60.
    expect(Math.abs(error / runs)).toBeLessThan(0.018);
  },
);

test('an unfinished batch counts up to its first missing answer', () => {
  const { parameters, answers } = bank(3);
  const a = answers(0);
  const test = new ComparisonTest({
    parameters,
    weights,
    recorded: [a, null],
    kinship: 0.3,
    seed: 's',
  });
  const items = test.next(20);
  for (const j of items) if (j !== items[7]) test.record(1, j, a[j]);
  test.close();
  expect(test.answered).toBe(7);
  expect(test.differences()[0]!.difference).not.toBeNaN();
});

test('all items asked gives the recorded difference', () => {
  const { test, truth } = asked(2, false, ITEMS);
  expect(test.differences()[0]).toMatchObject({ items: ITEMS, variance: 0 });
  expect(test.differences()[0]!.difference).toBeCloseTo(truth, 12);
});

test('the difference on items with both answers: the same without gaps, exact of all items, right on average of some', () => {
  const nothing = () => false;
  const { test: whole } = asked(2, false, ITEMS);
  const gap = (examinee: number, item: number) => (item * 7 + examinee) % 5 === 0;
  const isIn = (item: number) => !gap(0, item) && !gap(1, item);
  const truthOf = (seed: number) => {
    const { answers } = bank(seed);
    const [a, b] = [answers(0.5), answers(0.3)];
    const items = [...a.keys()].filter(isIn);
    return { a, b, items, truth: items.reduce((sum, j) => sum + b[j] - a[j], 0) / items.length };
  };
  const [exact] = whole.differencesWithout(gap);
  const own = truthOf(2);
  expect(exact!.sample).toMatchObject({ items: own.items.length, variance: 0 });
  expect(exact!.sample.difference).toBeCloseTo(own.truth, 12);
  expect(exact!.itemSquares).toBeCloseTo(1 / own.items.length, 12);
  expect(exact!.sample.differing).toBe(own.items.filter((j) => own.a[j] !== own.b[j]).length);
  expect(whole.differencesWithout(() => true)).toEqual([null]);

  const errors: number[] = [];
  let held = 0;
  const rounds = 100;
  for (let seed = 1; seed <= rounds; seed++) {
    const { test: one } = asked(seed, false, 100);
    const [same] = one.differencesWithout(nothing);
    const [counted] = one.differences();
    expect(same!.sample.difference).toBeCloseTo(counted!.difference, 10);
    const [without] = one.differencesWithout(gap);
    const { truth } = truthOf(seed);
    errors.push(without!.sample.difference - truth);
    const { low, high } = differenceBelief(
      without!.sample,
      without!.itemSquares,
      'recorded',
    ).interval(0.05);
    if (low <= truth && truth <= high) held++;
  }
  const mean = errors.reduce((sum, x) => sum + x, 0) / rounds;
  const se = Math.sqrt(errors.reduce((sum, x) => sum + x * x, 0) / rounds / rounds);
  // Four standard errors of the mean; a ratio has a bias of the order 1/n, which is less.
  expect(Math.abs(mean)).toBeLessThan(4 * se);
  // 90% intervals: four standard errors of a share of 100 below 90%.
  expect(held / rounds).toBeGreaterThan(0.9 - 4 * Math.sqrt((0.9 * 0.1) / rounds));
  expect(held / rounds).toBeLessThan(0.99);
});
