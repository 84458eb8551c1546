import { expect, test } from 'vitest';
import { hypergeometricInterval } from '../../src/statistics/hypergeometric-interval.ts';

/** C(n, k) without rounding. */
function choose(n: number, k: number): bigint {
  if (k < 0 || k > n) return 0n;
  let value = 1n;
  for (let j = 1; j <= k; j++) value = (value * BigInt(n - k + j)) / BigInt(j);
  return value;
}

/** P(X ≥ x) > 1/40 by whole numbers. */
function isLikely(x: number, n: number, N: number, K: number): boolean {
  let ways = 0n;
  for (let k = x; k <= n; k++) ways += choose(K, k) * choose(N - K, n - k);
  return 40n * ways > choose(N, n);
}

test('are the bounds that whole-number arithmetic finds, one K after the other', () => {
  for (const [n, N] of [
    [5, 20],
    [20, 60],
    [30, 100],
    [45, 50],
    [1, 7],
  ])
    for (let x = 0; x <= n; x++) {
      const all = Array.from({ length: N + 1 }, (_, K) => K).filter(
        (K) => K >= x && N - K >= n - x,
      );
      const low = all.find((K) => isLikely(x, n, N, K));
      const high = all.findLast((K) => isLikely(n - x, n, N, N - K));
      expect([x, n, N, hypergeometricInterval(x, n, N, 0.05)]).toEqual([x, n, N, { low, high }]);
    }
});

test('know everything if all were drawn, and nothing if none was', () => {
  expect(hypergeometricInterval(7, 10, 10, 0.05)).toEqual({ low: 7, high: 7 });
  expect(hypergeometricInterval(0, 0, 10, 0.05)).toEqual({ low: 0, high: 10 });
});
