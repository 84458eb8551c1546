import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pairedScoreInterval } from '../../../../src/statistics/paired-score-interval.ts';

const tables: { onlyA: number; onlyB: number; n: number; interval: [number, number] }[] =
  JSON.parse(readFileSync(new URL('values.json', import.meta.url), 'utf8'));
const Z = 1.959963984540054;

test.each(tables)(
  '$onlyA and $onlyB of $n: by numerical likelihood',
  ({ onlyA, onlyB, n, interval }) => {
    const { low, high } = pairedScoreInterval(onlyA, onlyB, n, Z);
    // The other program finds the maximum of a flat likelihood to about 1e-8.
    expect(low).toBeCloseTo(interval[0], 6);
    expect(high).toBeCloseTo(interval[1], 6);
  },
);

test('the published interval of 7 and 1 of 21 pairs', () => {
  const { low, high } = pairedScoreInterval(7, 1, 21, Z);
  expect([low.toFixed(3), high.toFixed(3)]).toEqual(['-0.517', '-0.026']);
});
