import { describe, expect, test } from 'vitest';
import {
  anchorsOf,
  anchorVariance,
  byDistance,
  embedItems,
} from '../../../sim/post-hoc/anchor-items.ts';
import { itemParameters } from '../../../src/irt/parameters.ts';

/** A handful of additions. */
const DIGITS = 12;

test('items are as far apart as their logits are for N(0, 1): by quadrature', () => {
  const points = embedItems(itemParameters({ a: [0.7, 1.9], b: [-0.4, 1.3] }));
  let mean = 0;
  const step = 0.01;
  for (let theta = -10; theta <= 10; theta += step) {
    const density = Math.exp(-(theta ** 2) / 2) / Math.sqrt(2 * Math.PI);
    mean += step * density * (0.7 * (theta + 0.4) - 1.9 * (theta - 1.3)) ** 2;
  }
  const squared = (points[0] - points[2]) ** 2 + (points[1] - points[3]) ** 2;
  // The trapezoid rule is exact here to rounding.
  expect(squared).toBeCloseTo(mean, 9);
});

test('clusters list their items nearest first, equals in the order of the bank', () => {
  const clusters = {
    of: Int32Array.of(1, 0, 1, 1, 0),
    distance: Float64Array.of(2, 5, 1, 1, 4),
    centres: new Float64Array(4),
  };
  expect(byDistance(clusters, 2)).toEqual([
    [4, 1],
    [2, 3, 0],
  ]);
});

describe('the anchors of an examinee', () => {
  const clusters = [[2, 0], [1, 4, 3], [5]];

  test('are the first of each cluster, with its share of the score', () => {
    const scores = Float64Array.of(1, 0, 1, 0, 1, 1);
    const weights = Float64Array.of(0.1, 0.2, 0.3, 0.1, 0.1, 0.2);
    const anchors = anchorsOf({ scores, weights }, clusters);
    expect(anchors.items).toEqual([2, 1, 5]);
    expect(anchors.weights[0]).toBeCloseTo(0.4, DIGITS);
    expect(anchors.weights[1]).toBeCloseTo(0.4, DIGITS);
    expect(anchors.weights[2]).toBeCloseTo(0.2, DIGITS);
  });

  test('an anchor without an answer: the next nearest; a cluster without answers has no anchor', () => {
    const scores = Float64Array.of(1, Number.NaN, 1, 0, 1, Number.NaN);
    const weights = Float64Array.of(0.25, 0, 0.25, 0.25, 0.25, 0);
    const anchors = anchorsOf({ scores, weights }, clusters);
    expect(anchors.items).toEqual([2, 4]);
    expect(anchors.weights.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, DIGITS);
  });
});

test('for large clusters the variance is that over all ways to draw one item of each', () => {
  const scores = Float64Array.of(1, 0, 1, 0, 1, 0.5);
  const clusters = [
    [0, 1],
    [2, 3, 4, 5],
  ];
  const means = clusters[0].flatMap((i) =>
    clusters[1].map((j) => (2 / 6) * scores[i] + (4 / 6) * scores[j]),
  );
  const mean = means.reduce((sum, m) => sum + m, 0) / 8;
  const expected = means.reduce((sum, m) => sum + (m - mean) ** 2, 0) / 8;
  // Each item a thousand times over.
  const times = 1000;
  const repeated = {
    scores: Float64Array.from({ length: 6 * times }, (_, j) => scores[j % 6]),
    weights: new Float64Array(6 * times).fill(1 / (6 * times)),
  };
  const places = clusters.map((cluster) =>
    Array.from({ length: times }, (_, k) => cluster.map((j) => j + 6 * k)).flat(),
  );
  expect(anchorVariance([repeated], places)).toBeCloseTo(expected, 3);
  // Someone whose answers do not vary halves the mean.
  const all = { ...repeated, scores: new Float64Array(6 * times).fill(1) };
  expect(anchorVariance([repeated, all], places)).toBeCloseTo(expected / 2, 3);
});

test('answers that are all alike in a small cluster do not make it certain', () => {
  const alike = { scores: Float64Array.of(1, 1), weights: Float64Array.of(0.5, 0.5) };
  // One answer more, of a share right of (2 + ½)/3.
  expect(anchorVariance([alike], [[0, 1]])).toBeCloseTo(((2.5 / 3) * (0.5 / 3)) / 3, DIGITS);
});
