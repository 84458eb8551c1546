import { describe, expect, test } from 'vitest';
import { postHoc } from '../../../sim/post-hoc/post-hoc.ts';
import { STRATEGIES } from '../../../sim/post-hoc/strategies.ts';
import { lineChartSvg } from '../../../src/charts/line-panels.ts';
import { postHocChart } from '../../../src/operations/simulate/post-hoc/chart.ts';
import { NORMAL_95 } from '../../../src/statistics/normal-points.ts';
import { MODELS, simulatedBank } from '../../ranking/simulated-bank.ts';

const report = postHoc({
  bank: simulatedBank(MODELS, 60),
  lengths: [10, 30],
  strategies: ['random', 'random-irt'],
  folds: 4,
  seeds: 2,
  seed: 1,
  families: null,
});
const chart = postHocChart(report);

describe('the chart of a study', () => {
  test('has error, τ, coverage with a line at 90%, and width, each of every strategy and length', () => {
    expect(chart.panels.map(({ title, reference }) => [title, reference])).toEqual([
      ['Mean absolute error, points', undefined],
      ['Kendall τ-b', undefined],
      ['Coverage of own 90% intervals', 0.9],
      ['Width of 90% intervals, points', undefined],
    ]);
    const figures = ['mae', 'kendall', 'ownCoverage90', 'width90'] as const;
    chart.panels.forEach(({ points }, k) => {
      expect(points.map(({ line, x, y }) => [line, x, y])).toEqual(
        report.results.map((r) => [r.strategy, r.length, r[figures[k]]]),
      );
    });
  });

  test('bands: the normal 95% point in standard errors to each side, cut at the edge of the figure; for coverage its interval', () => {
    const [error, tau, coverage, width] = chart.panels.map(({ points }) => points);
    report.results.forEach((r, k) => {
      expect(error[k].high).toBeCloseTo(r.mae + NORMAL_95 * r.seMae!, 12);
      expect(error[k].low).toBeCloseTo(Math.max(0, r.mae - NORMAL_95 * r.seMae!), 12);
      expect(tau[k].high).toBeCloseTo(Math.min(1, r.kendall! + NORMAL_95 * r.seKendall!), 12);
      expect([coverage[k].low, coverage[k].high]).toEqual([
        r.ownCoverage90Low,
        r.ownCoverage90High,
      ]);
      expect(width[k].high).toBeCloseTo(r.width90 + NORMAL_95 * r.seWidth90!, 12);
    });
  });

  test('says that answers are simulated, how models were divided, and what the bands mean', () => {
    expect(chart.title).toMatch(/13 models, 60 .*SIMULATED/);
    expect(chart.caption[0]).toMatch(/^4 folds .*\(8, .*; 2 repetitions/);
    expect(chart.caption.join(' ')).toContain('±1.96 standard errors');
  });
});

test('every strategy looks like no other, without colour too, and all of them fit in 60 kB', async () => {
  const results = Object.keys(STRATEGIES).flatMap((strategy) =>
    [30, 100, 243].map((length) => ({ ...report.results[0], strategy, length })),
  );
  const all = postHocChart({ ...report, results });
  const looks = (look: (style: (typeof all.styles)[number]) => string) =>
    new Set(all.styles.map(look)).size;
  expect(looks(({ colour }) => colour)).toBe(results.length / 3);
  expect(looks(({ dash, shape }) => `${dash} ${shape}`)).toBe(results.length / 3);
  expect(Buffer.byteLength(await lineChartSvg(all))).toBeLessThan(60_000);
});

test('a strategy without a style of its own is drawn all the same', () => {
  const results = [{ ...report.results[0], strategy: 'new' }];
  expect(postHocChart({ ...report, results }).styles.map(({ name }) => name)).toEqual(['new']);
});
