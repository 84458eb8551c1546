import { describe, expect, test } from 'vitest';
import type { CellMeasures } from '../../../../sim/monte-carlo/measure/cell-study-sums.ts';
import { conditionComparisons } from '../../../../sim/monte-carlo/measure/condition-comparison.ts';
import { BIN_SUMS, type GroupSums } from '../../../../sim/monte-carlo/measure/group-sums.ts';
import { PairedDifferences } from '../../../../sim/monte-carlo/measure/paired-differences.ts';
import { Ratio, rootOf } from '../../../../sim/monte-carlo/measure/ratio.ts';
import { randomNormal, randomStream } from '../../../../src/random.ts';
import { run, studyOf } from '../study-of.ts';

const stream = randomStream('paired', 'test');
/** What examinees have in common in a cluster, and what a cell adds of its own. */
const CLUSTERS = 12;
const COMMON = Array.from({ length: CLUSTERS }, () => 20 + 10 * stream());
const OWN = [0, 1, 2].map(() => COMMON.map((common) => common * 1.1 + stream()));
const squares = [COMMON, ...OWN];
const sizes = COMMON.map((_, r) => 50 + (r % 3));
const taus = squares.map((of) => of.map((s) => 0.9 - s / 100));

function sumsOf(s: number, n: number, kendall: number | null): GroupSums {
  // In two bins, as sums are kept.
  const bins = new Array(2 * BIN_SUMS.count).fill(0);
  bins[BIN_SUMS.squaredError] = s / 4;
  bins[BIN_SUMS.count + BIN_SUMS.squaredError] = (3 * s) / 4;
  bins[BIN_SUMS.sessions] = 20;
  bins[BIN_SUMS.count + BIN_SUMS.sessions] = n - 20;
  return { bins, agreement: { kendall } } as unknown as GroupSums;
}

function measures(cell: number): CellMeasures {
  const [square, tau] = [new Ratio(), new Ratio()];
  for (const [r, s] of squares[cell].entries()) square.add(s, sizes[r]);
  for (const value of taus[cell]) tau.add(value, 1);
  return { rmse: rootOf(square.figure()), kendall: tau.figure() } as CellMeasures;
}

function paired(groups: number[][]): PairedDifferences {
  const all = new PairedDifferences(groups, squares.length);
  COMMON.forEach((_, r) => {
    all.add(squares.map((own, cell) => sumsOf(own[r], sizes[r], taus[cell][r])));
    all.closeCluster();
  });
  return all;
}

/** Of a sum over clusters of d, which is 0 in the mean: the root of R / (R − 1) Σ d². */
const error = (d: readonly number[]) =>
  Math.sqrt((CLUSTERS / (CLUSTERS - 1)) * d.reduce((sum, x) => sum + x * x, 0));

describe('differences between cells of the same examinees', () => {
  const all = paired([[0, 2, 1, 3]]);
  const total = sizes.reduce((sum, n) => sum + n, 0);
  const mean = (cell: number) => squares[cell].reduce((sum, s) => sum + s, 0) / total;

  test.each([
    [0, 1],
    [1, 2],
    [3, 0],
  ])('of RMSE, cells %i and %i: cluster by cluster', (i, j) => {
    /** What a cluster adds to the error of an RMSE, by the delta method. */
    const part = (cell: number, r: number) =>
      (squares[cell][r] - mean(cell) * sizes[r]) / (2 * Math.sqrt(mean(cell)) * total);
    const { value, se } = all.difference('rmse', [i, measures(i)], [j, measures(j)]);
    expect(value).toBeCloseTo(Math.sqrt(mean(i)) - Math.sqrt(mean(j)), 12);
    expect(se).toBeCloseTo(error(COMMON.map((_, r) => part(i, r) - part(j, r))), 10);
    const apart = Math.hypot(measures(i).rmse.se!, measures(j).rmse.se!);
    expect(se!).toBeLessThan(apart / 2);
  });

  test('of τ: cluster by cluster', () => {
    const own = taus[1].map((tau, r) => tau - taus[2][r]);
    const middle = own.reduce((sum, d) => sum + d, 0) / CLUSTERS;
    const { value, se } = all.difference('kendall', [1, measures(1)], [2, measures(2)]);
    expect(value).toBeCloseTo(middle, 12);
    expect(se).toBeCloseTo(error(own.map((d) => (d - middle) / CLUSTERS)), 12);
  });

  test('of cells that are not compared, errors are those of figures with nothing in common', () => {
    const { se } = paired([
      [0, 1],
      [2, 3],
    ]).difference('rmse', [0, measures(0)], [2, measures(2)]);
    expect(se).toBe(Math.hypot(measures(0).rmse.se!, measures(2).rmse.se!));
  });

  test('of more pairs than are kept, too', () => {
    const many = new PairedDifferences([Array.from({ length: 202 }, (_, k) => k)], 202);
    const { se } = many.difference('rmse', [0, measures(0)], [1, measures(1)]);
    expect(se).toBe(Math.hypot(measures(0).rmse.se!, measures(1).rmse.se!));
  });
});

test('rivals have the truth, calibration and length in common; the best comes with all others', async () => {
  const { cells, comparisons: found } = await run(
    studyOf({
      estimators: ['ml', 'eap'],
      selectors: ['maximum-information', 'random'],
      lengths: [6, 12],
    }),
  );
  expect(found.map(({ condition }) => condition)).toEqual([{ length: 6 }, { length: 12 }]);
  for (const { condition, rmse } of found) {
    const own = [rmse!.best, ...rmse!.others.map(({ cell }) => cell)];
    expect(own.map((k) => cells[k].length)).toEqual(new Array(4).fill(condition.length));
    const values = own.map((k) => cells[k].rmse.value!);
    expect(values).toEqual(values.toSorted((x, y) => x - y));
    for (const { cell, difference, p, isClear } of rmse!.others) {
      expect(difference.value).toBe(cells[cell].rmse.value! - values[0]);
      // Three replications are too few.
      expect({ p, isClear }).toEqual({ p: null, isClear: false });
      expect(difference.se).toBeGreaterThan(0);
    }
  }
  // Without pairs the same order, and no smaller errors than figures apart have.
  expect(conditionComparisons(cells, 3).map(({ rmse }) => rmse!.best)).toEqual(
    found.map(({ rmse }) => rmse!.best),
  );
});

describe('clear leads', () => {
  /** Cells that are equal in truth: τ of each replication is chance. */
  function equalCells(count: number, replications: number, seed: number) {
    const random = randomStream(seed, 'equal cells');
    const all = new PairedDifferences([Array.from({ length: count }, (_, k) => k)], count);
    const figures = Array.from({ length: count }, () => new Ratio());
    for (let r = 0; r < replications; r++) {
      const common = randomNormal(random);
      const values = figures.map(() => 0.8 + 0.02 * common + 0.01 * randomNormal(random));
      for (const [k, value] of values.entries()) figures[k].add(value, 1);
      all.add(values.map((value) => sumsOf(20, 50, value)));
      all.closeCluster();
    }
    const cells = figures.map((own, k) => ({
      truth: 'none',
      calibration: 'none',
      length: 10,
      selector: String(k),
      rmse: { value: null, se: null },
      kendall: own.figure(),
    }));
    const [{ kendall }] = conditionComparisons(
      cells as unknown as Parameters<typeof conditionComparisons>[0],
      replications,
      all,
    );
    return kendall!;
  }

  test.each([
    [5, 5],
    [5, 20],
    [12, 20],
  ])(
    'of %i equal cells and %i replications nobody, but in one study of twenty',
    (cells, replications) => {
      const studies = 400;
      let wrong = 0;
      for (let k = 0; k < studies; k++)
        if (equalCells(cells, replications, k).others.some(({ isClear }) => isClear)) wrong++;
      // Three standard errors of a share of 5% above it.
      expect(wrong / studies).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / studies));
    },
  );

  test('nobody with fewer than five replications', () => {
    for (let k = 0; k < 50; k++)
      for (const { p, isClear } of equalCells(5, 4, k).others)
        expect({ p, isClear }).toEqual({ p: null, isClear: false });
  });

  test('two cells: Student’s t of the paired differences', () => {
    // Differences 1, 2, 3, 4, 5 have t = 3 / √(2.5 / 5) = 4.2426 with 4 degrees of freedom: p = 0.013236 (R: t.test).
    const all = new PairedDifferences([[0, 1]], 2);
    const [high, low] = [new Ratio(), new Ratio()];
    for (let r = 1; r <= 5; r++) {
      all.add([sumsOf(20, 50, 10 + r), sumsOf(20, 50, 10)]);
      all.closeCluster();
      high.add(10 + r, 1);
      low.add(10, 1);
    }
    const cells = [high, low].map((own) => ({
      rmse: { value: null, se: null },
      kendall: own.figure(),
    })) as unknown as Parameters<typeof conditionComparisons>[0];
    const [{ kendall }] = conditionComparisons(cells, 5, all);
    expect(kendall!.best).toBe(0);
    expect(kendall!.others[0].p).toBeCloseTo(0.013236, 5);
    expect(kendall!.others[0].isClear).toBe(true);
  });
});
