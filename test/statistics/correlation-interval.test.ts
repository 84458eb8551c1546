import { expect, test } from 'vitest';

import { randomNormal, randomStream } from '../../src/random.ts';
import { correlationInterval } from '../../src/statistics/correlation-interval.ts';
import { kendall } from '../../src/statistics/kendall.ts';
import { spearman } from '../../src/statistics/spearman.ts';

const Z = 1.6448536269514722;

test('a perfect order of few models is no certainty, and of two files that are equal it is', () => {
  const { low, high } = correlationInterval('kendall', 1, 6, Z)!;
  // Half a step below 1 is 1 − 2/30; artanh of it less z √(.437/2), by hand.
  expect(low).toBeCloseTo(0.723418, 6);
  expect(high).toBe(1);
  const reversed = correlationInterval('kendall', -1, 6, Z)!;
  expect([reversed.low, reversed.high]).toEqual([-1, -low]);
  expect(correlationInterval('spearman', 1, 6, Z)!.low).toBeLessThan(0.95);
  expect(correlationInterval('pearson', 1, 6, Z)).toEqual({ low: 1, high: 1 });
  expect(correlationInterval('kendall', 0.5, 4, Z)).toBeNull();
});

test('90% intervals hold with five to eight models, however well they agree', () => {
  const RUNS = 1500;
  for (const n of [5, 6, 8])
    for (const r of [0.8, 0.9, 0.95]) {
      const random = randomStream('few', n, r);
      const truth = {
        kendall: (2 / Math.PI) * Math.asin(r),
        spearman: (6 / Math.PI) * Math.asin(r / 2),
      };
      const held = { kendall: 0, spearman: 0 };
      for (let run = 0; run < RUNS; run++) {
        const x = Float64Array.from({ length: n }, () => randomNormal(random));
        const y = x.map((value) => r * value + Math.sqrt(1 - r ** 2) * randomNormal(random));
        const values = { kendall: kendall(x, y).value!, spearman: spearman(x, y)! };
        for (const name of ['kendall', 'spearman'] as const) {
          const { low, high } = correlationInterval(name, values[name], n, Z)!;
          held[name] += Number(low <= truth[name] && truth[name] <= high);
        }
      }
      // 86% with 6 models and r = .9, the worst of them, less two standard errors. Without the correction it is 59 to 85%.
      for (const name of ['kendall', 'spearman'] as const)
        expect(held[name] / RUNS, `${name}, ${n} models, ${r}`).toBeGreaterThan(0.84);
    }
});
