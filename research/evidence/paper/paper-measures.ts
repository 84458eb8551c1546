import { agreement, mean } from 'thetarank';
import { holds, rankAgreement } from 'thetarank/study';

/** Agreement of the scores of one method at one length with those on the whole bank, in one seed; null if undefined. */
export interface Measured {
  /** Mean over models of |test − whole bank|, in points. */
  readonly error: number;
  /** Mean of test − whole bank, in points. */
  readonly bias: number;
  /** Kendall's τ-b of the rankings. */
  readonly kendall: number | null;
  /** Share of pairs of models ordered right. */
  readonly pairs: number | null;
  /** 1 if the whole ranking is right, else 0. */
  readonly exact: number;
  /** Share of the method's own 90% intervals that hold the score on the whole bank. */
  readonly coverage: number;
  /** Mean width of these, in points. */
  readonly width: number;
}

export const MEASURES = [
  'error',
  'bias',
  'kendall',
  'pairs',
  'exact',
  'coverage',
  'width',
] as const satisfies readonly (keyof Measured)[];

/** @param scores with `low`, `high` and `regular` one entry per model, in [0, 1] */
export function measured(
  scores: readonly number[],
  low: readonly number[],
  high: readonly number[],
  regular: readonly number[],
): Measured {
  const { mae, bias, kendall } = agreement(scores, regular);
  return {
    error: mae,
    bias,
    kendall,
    pairs: rankAgreement(scores, regular).pairs,
    exact: Number(isSameOrder(scores, regular)),
    coverage: mean(regular.map((score, i) => Number(holds({ low: low[i], high: high[i] }, score)))),
    width: mean(regular.map((_, i) => 100 * (high[i] - low[i]))),
  };
}

/** True if every pair has the same order, including ties. */
export function isSameOrder(x: readonly number[], y: readonly number[]): boolean {
  return x.every((_, i) =>
    x.every((_, k) => k >= i || Math.sign(x[i] - x[k]) === Math.sign(y[i] - y[k])),
  );
}
