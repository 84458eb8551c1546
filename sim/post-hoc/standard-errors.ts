import { kendall } from '../../src/statistics/kendall.ts';
import { mean } from '../../src/statistics/mean.ts';
import { sampleVariance } from '../../src/statistics/sample-variance.ts';
import type { StrategyScore } from './strategies.ts';

/** Rows of each family. */
export function membersOf(families: readonly string[]): number[][] {
  const members = new Map<string, number[]>();
  families.forEach((family, i) => {
    members.set(family, [...(members.get(family) ?? []), i]);
  });
  return [...members.values()];
}

/** Variance of a mean whose terms are only independent between families. */
export function clusteredVariance(values: readonly number[], members: readonly number[][]): number {
  const n = values.length;
  const f = members.length;
  if (f < 2) return sampleVariance(values) / n;
  const centre = mean(values);
  const sums = members.map((rows) => rows.reduce((sum, i) => sum + values[i] - centre, 0));
  return ((f / (f - 1)) * sums.reduce((sum, d) => sum + d * d, 0)) / (n * n);
}

/**
 * Standard error of the mean over seeds of Kendall's τ-b: the delete-one-family jackknife, and the variation over seeds. Null
 * if there are fewer than three families or τ is undefined somewhere.
 */
export function seKendall(
  outcomes: readonly (readonly StrategyScore[])[],
  actual: Float64Array,
  members: readonly number[][],
): number | null {
  const f = members.length;
  const tau = (row: readonly StrategyScore[], rows: readonly number[]) =>
    kendall(
      rows.map((i) => row[i].score),
      rows.map((i) => actual[i]),
    );
  const all = Array.from(actual.keys());
  const full = outcomes.map((row) => tau(row, all));
  const values = full.map((result) => result.value);
  // If every family is one examinee, the first pass gives the leave-one-out values.
  const isSingle = f === actual.length;
  const means = members.map((rows) => {
    const left = new Set(rows);
    const rest = all.filter((i) => !left.has(i));
    const without = isSingle
      ? full.map((result) => result.without[rows[0]])
      : outcomes.map((row) => tau(row, rest).value);
    return without.every((v) => v !== null) ? mean(without) : null;
  });
  if (f < 3 || [...means, ...values].some((v) => v === null)) return null;
  return twoWay(((f - 1) ** 2 / f) * sampleVariance(means as number[]), values as number[]);
}

/** √(families' part + seeds' part); `seeds` are the values of the seeds, whose part is missing where there is one. */
export function twoWay(families: number, seeds: readonly number[]): number {
  return Math.sqrt(families + (seeds.length > 1 ? sampleVariance(seeds) / seeds.length : 0));
}
