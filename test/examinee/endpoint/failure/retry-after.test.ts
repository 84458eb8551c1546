import { expect, test } from 'vitest';
import { retryAfter } from '../../../../src/examinee/endpoint/failure/retry-after.ts';
import { retryDelay } from '../../../../src/examinee/endpoint/request/retry-delay.ts';
import { randomStream } from '../../../../src/random.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

test.each<[Record<string, string>, number | null]>([
  [{}, null],
  [{ 'retry-after': '12' }, 12_000],
  [{ 'retry-after': '1.5' }, 1500],
  [{ 'retry-after': '0' }, 0],
  [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:30 GMT' }, 0],
  [{ 'retry-after': 'soon' }, null],
  [{ 'retry-after': '-5' }, null],
  [{ 'retry-after': '' }, null],
  [{ 'retry-after-ms': '250', 'retry-after': '12' }, 250],
  [{ 'retry-after-ms': 'x', 'retry-after': '12' }, 12_000],
])('%j', (headers, expected) => {
  expect(retryAfter(new Headers(headers), NOW)).toBe(expected);
});

test('waits are uniform below 1, 2, 4, … 60 seconds', () => {
  const random = randomStream('1', 'test');
  for (const [attempt, bound] of [
    1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000,
  ].entries()) {
    const waits = Array.from({ length: 2000 }, () => retryDelay(attempt + 1, null, random));
    const mean = waits.reduce((sum, wait) => sum + wait, 0) / 2000;
    // Four standard errors of the mean of 2000 uniform numbers: 4 / sqrt(12 · 2000) = 0.026 of the bound.
    expect(Math.abs(mean / bound - 0.5)).toBeLessThan(0.026);
    expect(Math.max(...waits)).toBeLessThan(bound);
    expect(Math.max(...waits)).toBeGreaterThan(0.98 * bound);
  }
});
