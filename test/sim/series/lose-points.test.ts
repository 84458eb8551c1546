import { expect, test } from 'vitest';
import { losePoints } from '../../../sim/series/lose-points.ts';
import { randomStream } from '../../../src/random.ts';

const SIZE = 20_000;
const row = Float32Array.from({ length: SIZE }, (_, j) =>
  j % 10 === 9 ? Number.NaN : j % 10 < 6 ? 1 : 0,
);

test('so many points are lost and so many answers change on average, and missing ones stay missing', () => {
  const after = losePoints(row, 0.04, 0.025, randomStream('lose'));
  let [known, lost, won] = [0, 0, 0];
  for (const [j, u] of row.entries()) {
    expect(Number.isNaN(after[j])).toBe(Number.isNaN(u));
    if (Number.isNaN(u)) continue;
    known++;
    if (u === 1 && after[j] === 0) lost++;
    if (u === 0 && after[j] === 1) won++;
  }
  // Four standard errors of a share of 18,000 answers.
  const most = 4 * Math.sqrt((0.065 * 0.935) / known);
  expect(Math.abs(lost / known - 0.065)).toBeLessThan(most);
  expect(Math.abs(won / known - 0.025)).toBeLessThan(most);
});
