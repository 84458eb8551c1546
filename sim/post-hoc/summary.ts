import { randomStream } from '../../src/random.ts';
import { agreement, meanAgreement } from '../../src/ranking/agreement.ts';
import { holds, scoreInterval, scoreIntervals } from '../../src/ranking/intervals.ts';
import { mean } from '../../src/statistics/mean.ts';
import { NORMAL_90 } from '../../src/statistics/normal-points.ts';
import { coverageOf } from './coverage.ts';
import { clusteredVariance, membersOf, seKendall, twoWay } from './standard-errors.ts';
import type { StrategyScore } from './strategies.ts';

/** Results of one strategy at one length; score figures in percentage points, coverage as a share. */
export interface PostHocResult {
  readonly strategy: string;
  readonly length: number;
  /** Mean absolute error of the predicted full-bank score. */
  readonly mae: number;
  /** Mean of predicted − actual. */
  readonly bias: number;
  /** Kendall's τ-b with the full-bank ranking, the mean over the seeds; null if it is not defined. */
  readonly kendall: number | null;
  readonly spearman: number | null;
  /** Share of the 90% intervals that hold the actual score; about 90% by construction if they are widened. */
  readonly coverage90: number;
  /** The same for the strategy's own intervals: ±1.645 SE of the model, or design-based. Shows the misfit. */
  readonly ownCoverage90: number;
  /** Ends of the 95% intervals of both shares, a bootstrap over families; null if there is only one family. */
  readonly coverage90Low: number | null;
  readonly coverage90High: number | null;
  readonly ownCoverage90Low: number | null;
  readonly ownCoverage90High: number | null;
  /** Mean width of the 90% intervals. */
  readonly width90: number;
  /** Mean number of items used. */
  readonly itemsUsed: number;
  /** Standard errors over families and seeds. */
  readonly seMae: number | null;
  readonly seKendall: number | null;
  readonly seWidth90: number | null;
  /** Share of tests with an alarm; null if the strategy gives none. */
  readonly alarmRate: number | null;
  /** The same for tests whose own interval misses the actual score; also null if none does. */
  readonly alarmRateMissed: number | null;
  /** Mean dollars of a test; absent without costs. */
  readonly cost?: number;
}

/**
 * Sums up the outcomes of one strategy at one length.
 *
 * Standard errors are two-way, √(families + seeds): the scatter over families of the mean over the seeds (for τ the
 * delete-one-family jackknife; models of one family are not independent), and the scatter of the seeds' values. Noise that belongs to both is counted twice, so that they err on the
 * wide side. With one seed its part is missing.
 *
 * @param outcomes one row per seed, one entry per examinee
 * @param actual the recorded scores in [0, 1]
 * @param seed root of the random stream of the bootstrap
 * @see Efron & Stein (1981), Annals of Statistics 9, 586–596; Cameron, Gelbach & Miller (2011), JBES 29, 238–249
 */
export function summarise(
  strategy: string,
  length: number,
  outcomes: readonly (readonly StrategyScore[])[],
  actual: Float64Array,
  families: readonly string[],
  seed: number,
): PostHocResult {
  const perSeed = outcomes.map((row) =>
    agreement(
      row.map((outcome) => outcome.score),
      actual,
    ),
  );
  const overall = meanAgreement(perSeed);
  const widened = outcomes.map((row) => intervalsOf(row, actual, families));
  const own = outcomes.map((row) => row.map(ownInterval));
  const coverage = (intervals: readonly (readonly Ends[])[]) =>
    coverageOf(
      [{ population: '', families, held: heldBy(intervals, actual), each: outcomes.length }],
      randomStream(seed, 'coverage', strategy, length),
    );
  const [ofWidened, ofOwn] = [coverage(widened), coverage(own)];
  const overSeeds = (value: (s: number, i: number) => number) =>
    Array.from(actual, (_, i) => mean(outcomes.map((_, s) => value(s, i))));
  const errors = overSeeds((s, i) => 100 * Math.abs(outcomes[s][i].score - actual[i]));
  const width = ({ low, high }: Ends) => 100 * (high - low);
  const widths = overSeeds((s, i) => width(widened[s][i]));
  const members = membersOf(families);
  return {
    strategy,
    length,
    mae: overall.mae,
    bias: overall.bias,
    kendall: overall.kendall,
    spearman: overall.spearman,
    coverage90: ofWidened.share,
    ownCoverage90: ofOwn.share,
    coverage90Low: ofWidened.low,
    coverage90High: ofWidened.high,
    ownCoverage90Low: ofOwn.low,
    ownCoverage90High: ofOwn.high,
    width90: mean(widened.flat().map(width)),
    itemsUsed: mean(outcomes.flat().map((outcome) => outcome.items)),
    seMae: twoWay(
      clusteredVariance(errors, members),
      perSeed.map((row) => row.mae),
    ),
    seKendall: seKendall(outcomes, actual, members),
    seWidth90: twoWay(
      clusteredVariance(widths, members),
      widened.map((row) => mean(row.map(width))),
    ),
    ...alarmsOf(outcomes, own, actual),
    ...costOf(outcomes),
  };
}

interface Ends {
  readonly low: number;
  readonly high: number;
}

/** The strategy's own interval, not widened by other models. */
export function ownInterval({ interval, prediction }: StrategyScore): Ends {
  return prediction === null
    ? (interval ?? { low: 0, high: 1 })
    : scoreInterval(prediction, { factor: NORMAL_90, verified: false });
}

/** By examinee: the number of seeds whose interval holds its actual score. */
export function heldBy(
  intervals: readonly (readonly Ends[])[],
  actual: ArrayLike<number>,
): number[] {
  return Array.from(actual, (score, i) => intervals.filter((row) => holds(row[i], score)).length);
}

function alarmsOf(
  outcomes: readonly (readonly StrategyScore[])[],
  own: readonly (readonly Ends[])[],
  actual: Float64Array,
): Pick<PostHocResult, 'alarmRate' | 'alarmRateMissed'> {
  const tests = outcomes.flatMap((row, s) =>
    row.map(({ alarm }, i) => ({ alarm, missed: !holds(own[s][i], actual[i]) })),
  );
  if (tests.some(({ alarm }) => alarm === undefined))
    return { alarmRate: null, alarmRateMissed: null };
  const missed = tests.filter((test) => test.missed);
  const rate = (of: typeof tests) => of.filter(({ alarm }) => alarm).length / of.length;
  return { alarmRate: rate(tests), alarmRateMissed: missed.length === 0 ? null : rate(missed) };
}

function costOf(outcomes: readonly (readonly StrategyScore[])[]): { cost?: number } {
  const costs = outcomes.flat().flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  return costs.length === 0 ? {} : { cost: mean(costs) };
}

function intervalsOf(
  row: readonly StrategyScore[],
  actual: Float64Array,
  families: readonly string[],
): Ends[] {
  const predictions = row.map((outcome) => outcome.prediction);
  if (predictions.every((prediction) => prediction !== null))
    return scoreIntervals(predictions, actual, families);
  return row.map((outcome) => outcome.interval ?? { low: 0, high: 1 });
}
