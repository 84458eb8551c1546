import { expect, test } from 'vitest';
import { clusteredDegrees } from '../../src/noise/clustered-degrees.ts';

const of = (groups: number[]) => ({ of: Int32Array.from(groups), count: new Set(groups).size });
/** Six cells of three items and two models, one degree of freedom each. */
const items = of([0, 0, 1, 1, 2, 2]);
const models = of([0, 1, 0, 1, 0, 1]);
const both = of([0, 1, 2, 3, 4, 5]);
const excess = Float64Array.of(0.4, 0.2, 0.1, -0.2, 0, -0.5);

test('by hand: items and models as clusters, less the cells that both count', () => {
  const byItem = (0.6 ** 2 + 0.1 ** 2 + 0.5 ** 2) * (3 / 2);
  const byModel = (0.5 ** 2 + 0.5 ** 2) * 2;
  const byCell = (0.16 + 0.04 + 0.01 + 0.04 + 0.25) * (6 / 5);
  const variance = (byItem + byModel - byCell) / 36;
  const found = clusteredDegrees(excess, 0.3, 6, { first: items, second: models, both });
  expect(found).toBe(Math.floor((2 * 0.09) / variance));
  expect(found).toBe(4);
});

test('at least 1, at most the nominal ones, which cells that are all alike have', () => {
  const clusters = { first: items, second: null, both: null };
  expect(clusteredDegrees(new Float64Array(6), 0.3, 6, clusters)).toBe(6);
  expect(clusteredDegrees(excess, 1e-9, 6, clusters)).toBe(1);
  // 2 · .4² / (.93 / 36) = 12 is more than there are; 2 · .2² / (.93 / 36) = 3.1 is not.
  expect(clusteredDegrees(excess, 0.4, 6, clusters)).toBe(6);
  expect(clusteredDegrees(excess, 0.2, 6, clusters)).toBe(3);
});
