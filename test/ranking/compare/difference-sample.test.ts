import { expect, test } from 'vitest';
import { differenceBelief } from '../../../src/ranking/compare/difference-belief.ts';
import { DifferenceSample } from '../../../src/ranking/compare/difference-sample.ts';

/** Answers of two examinees to five items: differences, what is expected of them, and sizes of the draws. */
const D = [0, -1, 0, 1, -1];
const Y = [0.1, -0.4, 0, 0.3, -0.2];
const SIZES = [1, 3, 2, 5, 4];
const W = 1 / D.length;

/** All orders of two draws with their probabilities: nothing is left to chance. */
function orders(): { order: number[]; probability: number }[] {
  const total = SIZES.reduce((sum, size) => sum + size, 0);
  return D.flatMap((_, i) =>
    D.flatMap((__, j) =>
      i === j
        ? []
        : [{ order: [i, j], probability: (SIZES[i] / total) * (SIZES[j] / (total - SIZES[i])) }],
    ),
  );
}

function sampleOf(order: readonly number[], sizes: readonly number[], expected: readonly number[]) {
  const sample = new DifferenceSample();
  const left = new Set(D.keys());
  for (const j of order) {
    const size = [...left].reduce((sum, i) => sum + sizes[i], 0);
    const rest = [...left].reduce((sum, i) => sum + W * expected[i], 0);
    // As for equal probabilities and equal variances of the items.
    const variance = left.size * (left.size - 1);
    const probability = sizes[j] / size;
    sample.add({
      weight: W,
      difference: D[j],
      expected: expected[j],
      expectedRest: rest,
      probability,
      variance,
    });
    left.delete(j);
  }
  return sample;
}

test('the estimate is unbiased over all draws, whatever was expected', () => {
  let mean = 0;
  for (const { order, probability } of orders())
    mean += probability * sampleOf(order, SIZES, Y).estimate(1, false)!.difference;
  expect(mean).toBeCloseTo(D.reduce((sum, d) => sum + d, 0) / D.length, 12);
});

test('with equal probabilities its variance is (1 − n/N) S²/n', () => {
  const equal = D.map(() => 1);
  const none = D.map(() => 0);
  const truth = D.reduce((sum, d) => sum + d, 0) / D.length;
  const pairs = orders().map(
    ({ order }) => sampleOf(order, equal, none).estimate(1, false)!.difference,
  );
  const found = pairs.reduce((sum, e) => sum + (e - truth) ** 2, 0) / pairs.length;
  const s2 = D.reduce((sum, d) => sum + (d - truth) ** 2, 0) / (D.length - 1);
  expect(found).toBeCloseTo((1 - 2 / D.length) * (s2 / 2), 12);
});

test('all items asked: the recorded difference is exact, the expected one is a paired comparison of proportions', () => {
  const sample = sampleOf([0, 1, 2, 3, 4], SIZES, Y).estimate(1, true)!;
  expect(sample.difference).toBeCloseTo(-0.2, 12);
  expect(differenceBelief(sample, W, 'recorded').interval(0.025)).toEqual({
    low: sample.difference,
    high: sample.difference,
  });
  // Two items only the first has right, one only the second, of five: Tango's interval, by test/golden/statistics/paired-score/make.py.
  const { low, high } = differenceBelief(sample, W, 'expected').interval(0.025);
  expect(low).toBeCloseTo(-0.69705, 4);
  expect(high).toBeCloseTo(0.44462, 4);
});

test('near the end of the bank few of the draws that count differ, and the expected variance counts more', () => {
  // Items that differ first, then nearly exact draws of items that do not: by λ the sample has no differing item.
  const draw = (difference: number, variance: number) => ({
    weight: W,
    difference,
    expected: 0,
    expectedRest: 0,
    probability: 0.2,
    variance,
  });
  const sample = new DifferenceSample();
  for (let k = 0; k < 20; k++) sample.add(draw(k % 2 === 0 ? 1 : -1, 1));
  for (let k = 0; k < 20; k++) sample.add(draw(0, 1e-8));
  // 1 / ΣV⁻¹ = 1 / (20 + 20 × 10⁸); nothing is seen to vary where the weight is.
  expect(sample.estimate(1, false)!.variance).toBeCloseTo(5e-10, 15);
});
