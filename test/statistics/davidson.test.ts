import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Comparisons, davidson } from '../../src/statistics/davidson.ts';
import { NORMAL_90 } from '../../src/statistics/normal-points.ts';

const golden = JSON.parse(
  readFileSync(new URL('../golden/judges/values.json', import.meta.url), 'utf8'),
);

const rowsOf = (rows: readonly number[][]): Comparisons[] =>
  rows.map(([first, second, wins, losses, ties]) => ({ first, second, wins, losses, ties }));

describe("Davidson's model", () => {
  it.each([0, 1, 2])('has the strengths and errors of another optimiser (%d)', (k) => {
    const { count, rows, strengths, errors, logTie } = golden.davidson[k];
    const fit = davidson(count, rowsOf(rows));
    if (fit.state !== 'fitted') throw new Error(fit.state);
    fit.strengths.forEach(({ strength, low, high }, i) => {
      // BFGS ends at a gradient of 1e-6 or so; the Hessian is of differences of 1e-4.
      expect(strength).toBeCloseTo(strengths[i], 5);
      expect((high - low) / (2 * NORMAL_90)).toBeCloseTo(errors[i], 4);
    });
    if (logTie === null) expect(fit.logTie).toBeNull();
    else expect(fit.logTie).toBeCloseTo(logTie, 5);
  });

  it('of two is the log odds of their wins', () => {
    const fit = davidson(2, rowsOf([[0, 1, 30, 10, 0]]));
    if (fit.state !== 'fitted') throw new Error(fit.state);
    expect(fit.strengths[0].strength - fit.strengths[1].strength).toBeCloseTo(Math.log(3), 10);
  });

  it('has errors between clusters: of two without ties those of a ratio', () => {
    // Wins and comparisons by item; by Cochran's ratio estimate of a share, and the delta method for its log odds.
    const items = [
      [3, 4],
      [4, 4],
      [0, 4],
      [1, 2],
      [4, 4],
      [2, 4],
    ];
    const clusters = items.map(([wins, n]) => rowsOf([[0, 1, wins, n - wins, 0]]));
    const fit = davidson(2, rowsOf([[0, 1, 14, 8, 0]]), clusters);
    if (fit.state !== 'fitted') throw new Error(fit.state);
    const p = 14 / 22;
    const squares = items.reduce((sum, [wins, n]) => sum + (wins - n * p) ** 2, 0);
    const variance = ((6 / 5) * squares) / (22 * p * (1 - p)) ** 2;
    const [{ strength, low, high }] = fit.strengths;
    expect(2 * strength).toBeCloseTo(Math.log(p / (1 - p)), 10);
    // Of the half of a difference; Student's point of 95% with 5 degrees of freedom, of a table.
    expect(high - low).toBeCloseTo(2.015 * Math.sqrt(variance), 3);
  });

  it('knows no error of a single cluster', () => {
    const rows = rowsOf([[0, 1, 3, 1, 0]]);
    const fit = davidson(2, rows, [rows]);
    if (fit.state !== 'fitted') throw new Error(fit.state);
    expect(fit.strengths[0].high).toBe(Number.POSITIVE_INFINITY);
  });

  it('says which were never compared with the others', () => {
    expect(
      davidson(
        4,
        rowsOf([
          [0, 1, 3, 2, 0],
          [2, 3, 1, 1, 1],
        ]),
      ),
    ).toEqual({
      state: 'unconnected',
      groups: [
        [0, 1],
        [2, 3],
      ],
    });
  });

  it('says which won everything against the others, the stronger first', () => {
    expect(
      davidson(
        3,
        rowsOf([
          [0, 1, 0, 4, 0],
          [0, 2, 2, 1, 0],
          [1, 2, 5, 0, 0],
        ]),
      ),
    ).toEqual({
      state: 'separated',
      groups: [[1], [0, 2]],
    });
    // A tie is a way back.
    expect(davidson(2, rowsOf([[0, 1, 9, 0, 1]])).state).toBe('fitted');
    expect(davidson(2, rowsOf([[0, 1, 0, 0, 5]])).state).toBe('separated');
  });
});
