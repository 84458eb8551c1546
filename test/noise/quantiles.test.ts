import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { betaTail } from '../../src/statistics/beta-tail.ts';
import { chiSquareQuantile } from '../../src/statistics/chi-square-quantile.ts';
import { fQuantile } from '../../src/statistics/f-quantile.ts';

const VALUES = JSON.parse(
  readFileSync(new URL('../golden/noise/values.json', import.meta.url), 'utf8'),
);

test('tails of beta variables: as scipy', () => {
  for (const [x, a, b, tail] of VALUES.betaTail)
    expect(Math.abs(betaTail(x, a, b) - tail), `${x} ${a} ${b}`).toBeLessThan(1e-11);
  expect(betaTail(0, 2, 3)).toBe(1);
  expect(betaTail(1, 2, 3)).toBe(0);
  expect(betaTail(1.5, 2, 3)).toBeNaN();
});

test('quantiles of χ² and F: as scipy', () => {
  // The cube root of many degrees of freedom: see CUBE_ROOT_FROM.
  for (const [tail, df, x] of VALUES.chiSquareQuantile)
    expect(Math.abs(chiSquareQuantile(tail, df) / x - 1), `${tail} ${df}`).toBeLessThan(
      df < 2000 ? 1e-9 : 1e-6,
    );
  for (const [tail, above, below, f] of VALUES.fQuantile)
    expect(
      Math.abs(fQuantile(tail, above, below) / f - 1),
      `${tail} ${above} ${below}`,
    ).toBeLessThan(1e-7);
});
