import { agreement, meanAgreement } from '../../src/ranking/agreement.ts';
import { scoreIntervals } from '../../src/ranking/intervals.ts';
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
  /** Share of the 90% intervals that hold the actual score. */
  readonly coverage90: number;
  /** Mean width of the 90% intervals. */
  readonly width90: number;
  /** Mean number of items used. */
  readonly itemsUsed: number;
  /** Standard errors over examinees and seeds. */
  readonly seMae: number | null;
  readonly seKendall: number | null;
}

/**
 * Sums up the outcomes of one strategy at one length.
 *
 * Standard errors are two-way, √(examinees + seeds): the delete-one jackknife over examinees of the mean over the
 * seeds, and the scatter of the seeds' values. Noise that belongs to both is counted twice, so that they err on the
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
  const covers = intervals.filter(({ low, high }, k) => {
    const truth = actual[k % n];
    return low <= truth + ROUNDING && truth - ROUNDING <= high;
  });
  const errors = Array.from({ length: n }, (_, i) =>
    mean(outcomes.map((row) => 100 * Math.abs(row[i].score - actual[i]))),
  );
  const taus = outcomes.map((row) =>
    kendall(
      row.map((outcome) => outcome.score),
      actual,
    ),
  );
  return {
    strategy,
    length,
    mae: overall.mae,
    bias: overall.bias,
    kendall: overall.kendall,
    spearman: overall.spearman,
    coverage90: covers.length / intervals.length,
    width90: 100 * mean(intervals.map(({ low, high }) => high - low)),
    itemsUsed: mean(outcomes.flat().map((outcome) => outcome.items)),
    seMae: twoWay(
      variance(errors) / n,
      perSeed.map((seed) => seed.mae),
    ),
    seKendall: seKendall(taus),
  };
}

/** An exact prediction can miss the recorded score by the rounding of a sum over the bank. */
const ROUNDING = 1e-9;

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

function seKendall(taus: readonly ReturnType<typeof kendall>[]): number | null {
  const n = taus[0].without.length;
  const without = Array.from({ length: n }, (_, i) => taus.map((tau) => tau.without[i]));
  const values = taus.map((tau) => tau.value);
  if (n < 3 || [...without.flat(), ...values].some((v) => v === null)) return null;
  const means = without.map((row) => mean(row as number[]));
  return twoWay(((n - 1) ** 2 / n) * variance(means), values as number[]);
}

/** √(examinees' part + seeds' part). */
function twoWay(examinees: number, seeds: readonly number[]): number {
  return Math.sqrt(examinees + (seeds.length > 1 ? variance(seeds) / seeds.length : 0));
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
