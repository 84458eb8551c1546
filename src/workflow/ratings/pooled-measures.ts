import { exactAgreement } from '../../statistics/agreement/exact-agreement.ts';
import { kappa } from '../../statistics/agreement/kappa.ts';
import { spearman } from '../../statistics/spearman.ts';
import type { GradeTable } from './grade-table.ts';

/** Measures of two raters. */
export type RaterMeasure = 'exact' | 'kappa' | 'quadratic' | 'spearman';

export const RATER_MEASURE: Readonly<
  Record<RaterMeasure, (x: number[], y: number[]) => number | null>
> = {
  exact: exactAgreement,
  kappa: (x, y) => kappa(x, y, 'none'),
  quadratic: (x, y) => kappa(x, y, 'quadratic'),
  // Of two answers it is always 1 or −1.
  spearman: (x, y) => (x.length < 3 ? null : spearman(x, y)),
};

/** The grades of two raters, of the answers that both graded. */
export interface GradedPair {
  readonly first: number;
  readonly second: number;
  readonly x: number[];
  readonly y: number[];
}

/**
 * The pairs of raters with common answers, by their positions.
 * @param rows the answers that count, also several times; all by default
 */
export function gradedPairs(
  { raters, grades }: GradeTable,
  rows?: ArrayLike<number>,
): GradedPair[] {
  const n = raters.length;
  const pairs = new Map<number, GradedPair>();
  const count = rows?.length ?? grades.length / Math.max(1, n);
  const given: number[] = [];
  for (let k = 0; k < count; k++) {
    const from = (rows === undefined ? k : rows[k]) * n;
    given.length = 0;
    for (let r = 0; r < n; r++) if (!Number.isNaN(grades[from + r])) given.push(r);
    for (const [at, first] of given.entries())
      for (const second of given.slice(at + 1)) {
        const key = first * n + second;
        let pair = pairs.get(key);
        if (pair === undefined) {
          pair = { first, second, x: [], y: [] };
          pairs.set(key, pair);
        }
        pair.x.push(grades[from + first]);
        pair.y.push(grades[from + second]);
      }
  }
  return [...pairs].sort(([x], [y]) => x - y).map(([, pair]) => pair);
}

/**
 * The mean of a measure over pairs of raters, each weighted by its number of common answers: of two raters the measure itself. Pairs for which
 * it is not defined are left out; null if none is left.
 */
export function pooled(pairs: readonly GradedPair[], measure: RaterMeasure): number | null {
  let [sum, weights] = [0, 0];
  for (const { x, y } of pairs) {
    const value = RATER_MEASURE[measure](x, y);
    if (value === null) continue;
    sum += value * x.length;
    weights += x.length;
  }
  return weights === 0 ? null : sum / weights;
}
