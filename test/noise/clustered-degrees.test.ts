import { expect, test } from 'vitest';
import { clusteredDegrees } from '../../src/noise/clustered-degrees.ts';

const of = (groups: number[]) => ({ of: Int32Array.from(groups), count: new Set(groups).size });
/** Six cells of three items and two models, one degree of freedom each. */
const items = of([0, 0, 1, 1, 2, 2]);
const models = of([0, 1, 0, 1, 0, 1]);
const both = of([0, 1, 2, 3, 4, 5]);
const excess = Float64Array.of(0.2, 0.1, -0.2, -0.1, 0.3, -0.3);

test('by hand: items and models as clusters, less the cells that both count', () => {
  const byItem = (0.3 ** 2 + 0.3 ** 2 + 0) * (3 / 2);
  const byModel = (0.3 ** 2 + 0.3 ** 2) * 2;
  const byCell = (0.04 + 0.01 + 0.04 + 0.01 + 0.09 + 0.09) * (6 / 5);
  const variance = Math.max(byItem, byModel, byItem + byModel - byCell) / 36;
  const found = clusteredDegrees(excess, 0.3, 6, { first: items, second: models, both });
  expect(found).toBe(Math.min(6, Math.floor((2 * 0.09) / variance)));
  expect(found).toBeLessThan(1000);
});

test('at least 1, at most the nominal ones, which cells that are all alike have', () => {
  const clusters = { first: items, second: null, both: null };
  expect(clusteredDegrees(new Float64Array(6), 0.3, 6, clusters)).toBe(6);
  expect(clusteredDegrees(excess, 1e-9, 6, clusters)).toBe(1);
  // 2 · .4² / (.27 / 36) = 42 is more than there are.
  expect(clusteredDegrees(excess, 0.4, 6, clusters)).toBe(6);
  expect(clusteredDegrees(excess, 0.1, 6, clusters)).toBe(Math.floor((2 * 0.01) / (0.27 / 36)));
});
