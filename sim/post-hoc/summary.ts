import { agreement, meanAgreement } from '../../src/ranking/agreement.ts';
import { NORMAL_90 } from '../../src/ranking/conformal.ts';
import { holds, scoreInterval, scoreIntervals } from '../../src/ranking/intervals.ts';
import { kendall } from '../../src/ranking/kendall.ts';
import type { Outcome } from './strategies.ts';

/** How one strategy did at one length; score figures in percentage points, coverage as a share. */
export interface PostHocResult {
  readonly strategy: string;
  readonly length: number;
  /** Mean absolute error of the predicted full-bank score. */
  readonly mae: number;
  /** Mean of predicted − actual. */
  readonly bias: number;
  /** Kendall's τ-b with the full-bank ranking, the mean over the seeds; null where it is not defined. */
  readonly kendall: number | null;
  readonly spearman: number | null;
  /** Share of the 90% intervals that hold the actual score; about 90% by construction where they are widened. */
  readonly coverage90: number;
  /** The same for the strategy's own intervals: ±1.645 SE of the model, or design-based. Shows the misfit. */
  readonly ownCoverage90: number;
  /** Mean width of the 90% intervals. */
  readonly width90: number;
  /** Mean number of items used. */
  readonly itemsUsed: number;
  /** Standard errors over families and seeds. */
  readonly seMae: number | null;
  readonly seKendall: number | null;
}

/**
 * Sums up the outcomes of one strategy at one length.
 *
 * Standard errors are two-way, √(families + seeds): the scatter over families of the mean over the seeds (for τ the
 * delete-one-family jackknife; models of one family are not independent), and the scatter of the seeds' values. Noise that belongs to both is counted twice, so that they err on the
 * wide side. With one seed its part is missing.
 *
 * @param outcomes one row a seed, one entry an examinee
 * @param actual the recorded scores in [0, 1]
 * @see Efron & Stein (1981), Annals of Statistics 9, 586–596; Cameron, Gelbach & Miller (2011), JBES 29, 238–249
 */
export function summarise(
  strategy: string,
  length: number,
  outcomes: readonly (readonly Outcome[])[],
  actual: Float64Array,
  families: readonly string[],
): PostHocResult {
  const n = actual.length;
  const perSeed = outcomes.map((row) =>
    agreement(
      row.map((outcome) => outcome.score),
      actual,
    ),
  );
  const overall = meanAgreement(perSeed);
  const intervals = outcomes.flatMap((row) => intervalsOf(row, actual, families));
  const covers = intervals.filter((interval, k) => holds(interval, actual[k % n]));
  const errors = Array.from({ length: n }, (_, i) =>
    mean(outcomes.map((row) => 100 * Math.abs(row[i].score - actual[i]))),
  );
  const members = membersOf(families);
  return {
    strategy,
    length,
    mae: overall.mae,
    bias: overall.bias,
    kendall: overall.kendall,
    spearman: overall.spearman,
    coverage90: covers.length / intervals.length,
    ownCoverage90: mean(outcomes.map((row) => ownCoverage(row, actual))),
    width90: 100 * mean(intervals.map(({ low, high }) => high - low)),
    itemsUsed: mean(outcomes.flat().map((outcome) => outcome.items)),
    seMae: twoWay(
      clusteredVariance(errors, members),
      perSeed.map((seed) => seed.mae),
    ),
    seKendall: seKendall(outcomes, actual, members),
  };
}

/** Share of a seed's own intervals, those that no other model has widened, that hold the actual scores. */
function ownCoverage(row: readonly Outcome[], actual: Float64Array): number {
  const own = row.map(({ interval, prediction }) =>
    prediction === null
      ? (interval ?? { low: 0, high: 1 })
      : scoreInterval(prediction, { factor: NORMAL_90, verified: false }),
  );
  return own.filter((interval, i) => holds(interval, actual[i])).length / row.length;
}

function intervalsOf(
  row: readonly Outcome[],
  actual: Float64Array,
  families: readonly string[],
): { readonly low: number; readonly high: number }[] {
  const predictions = row.map((outcome) => outcome.prediction);
  if (predictions.every((prediction) => prediction !== null))
    return scoreIntervals(predictions, actual, families);
  return row.map((outcome) => outcome.interval ?? { low: 0, high: 1 });
}

/** Rows of each family. */
function membersOf(families: readonly string[]): number[][] {
  const members = new Map<string, number[]>();
  families.forEach((family, i) => {
    members.set(family, [...(members.get(family) ?? []), i]);
  });
  return [...members.values()];
}

/** Variance of a mean whose terms are only independent between families. */
function clusteredVariance(values: readonly number[], members: readonly number[][]): number {
  const n = values.length;
  const f = members.length;
  if (f < 2) return variance(values) / n;
  const centre = mean(values);
  const sums = members.map((rows) => rows.reduce((sum, i) => sum + values[i] - centre, 0));
  return ((f / (f - 1)) * sums.reduce((sum, d) => sum + d * d, 0)) / (n * n);
}

function seKendall(
  outcomes: readonly (readonly Outcome[])[],
  actual: Float64Array,
  members: readonly number[][],
): number | null {
  const f = members.length;
  const tau = (row: readonly Outcome[], rows: readonly number[]) =>
    kendall(
      rows.map((i) => row[i].score),
      rows.map((i) => actual[i]),
    );
  const all = Array.from(actual.keys());
  const full = outcomes.map((row) => tau(row, all));
  const values = full.map((result) => result.value);
  // Where every family is one examinee, the leave-one-out values come with the first pass.
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
  return twoWay(((f - 1) ** 2 / f) * variance(means as number[]), values as number[]);
}

/** √(families' part + seeds' part). */
function twoWay(families: number, seeds: readonly number[]): number {
  return Math.sqrt(families + (seeds.length > 1 ? variance(seeds) / seeds.length : 0));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, v) => sum + v, 0) / values.length;
}

/** With n − 1; 0 for a single value. */
function variance(values: readonly number[]): number {
  const centre = mean(values);
  const sum = values.reduce((total, v) => total + (v - centre) ** 2, 0);
  return values.length > 1 ? sum / (values.length - 1) : 0;
}
