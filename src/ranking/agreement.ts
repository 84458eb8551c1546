import { kendall } from '../statistics/kendall.ts';
import { mean } from '../statistics/mean.ts';
import { spearman } from '../statistics/spearman.ts';

/** How well predicted scores agree with the known ones; errors in percentage points. */
export interface Agreement {
  /** Kendall's τ-b of the two rankings; null if it is not defined. */
  readonly kendall: number | null;
  readonly spearman: number | null;
  /** Mean absolute error. */
  readonly mae: number;
  /** Mean of predicted − actual. */
  readonly bias: number;
}

/** Compares predicted with actual scores (both in [0, 1], one entry per examinee). */
export function agreement(predicted: ArrayLike<number>, actual: ArrayLike<number>): Agreement {
  const n = predicted.length;
  let absolute = 0;
  let signed = 0;
  for (let i = 0; i < n; i++) {
    absolute += Math.abs(predicted[i] - actual[i]);
    signed += predicted[i] - actual[i];
  }
  return {
    kendall: kendall(predicted, actual).value,
    spearman: spearman(predicted, actual),
    mae: (100 * absolute) / n,
    bias: (100 * signed) / n,
  };
}

/** The mean of each figure over repeated draws; null if a correlation was undefined in any of them. */
export function meanAgreement(draws: readonly Agreement[]): Agreement {
  const meanOrNull = (values: readonly (number | null)[]) =>
    values.every((v) => v !== null) ? mean(values) : null;
  return {
    kendall: meanOrNull(draws.map((draw) => draw.kendall)),
    spearman: meanOrNull(draws.map((draw) => draw.spearman)),
    mae: mean(draws.map((draw) => draw.mae)),
    bias: mean(draws.map((draw) => draw.bias)),
  };
}
