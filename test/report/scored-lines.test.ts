import { expect, test } from 'vitest';
import { notTakenLines } from '../../src/report/scored-lines.ts';

test('a score by a metric that reads like an error is told', () => {
  const told = (metric: string, flipped: string[] = []) =>
    notTakenLines({ metrics: [metric], otherMetrics: [], flipped, limits: {} }).length;
  expect([told('risk'), told('latency'), told('acc'), told('error_free')]).toEqual([1, 1, 0, 0]);
  expect(told('brier_score', ['brier_score'])).toBe(1);
});
