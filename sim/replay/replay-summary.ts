import { agreement } from '../../src/ranking/agreement.ts';
import { holds } from '../../src/ranking/intervals.ts';
import { mean } from '../../src/statistics/mean.ts';
import { pearson } from '../../src/statistics/pearson.ts';
import type { ReplayAbility, ReplayResult } from './replay.ts';

/** Agreement of the tests of a replay with all recorded answers. */
export interface ReplaySummary {
  /** Items of a test. */
  readonly items: { readonly mean: number; readonly least: number; readonly most: number };
  /** Ability of the test minus that from all answers. */
  readonly bias: number;
  readonly rmse: number;
  /** Pearson's correlation of the two abilities; null if one of them does not vary. */
  readonly correlation: number | null;
  /** Mean of the finite standard errors of abilities; null if there are none. */
  readonly meanSe: number | null;
  /** Tests that end with an ability on a bound. */
  readonly atBound: number;
  /** Predicted against recorded scores: mean absolute error and bias in percentage points, rank correlations. */
  readonly score: {
    readonly mae: number;
    readonly bias: number;
    readonly kendall: number | null;
    readonly spearman: number | null;
    /** Share of the model's own 90% intervals that hold the recorded score, and their mean width. */
    readonly coverage90: number;
    readonly width90: number;
  };
}

/** Sums up tests, one entry per examinee. @param known the result from all its answers */
export function summariseReplay(
  tests: readonly ReplayResult[],
  known: readonly { readonly full: ReplayAbility; readonly actual: number }[],
): ReplaySummary {
  const errors = tests.map(({ ability }, i) => ability - known[i].full.ability);
  const ses = tests.flatMap(({ se }) => (se === null ? [] : [se]));
  const lengths = tests.map(({ items }) => items);
  return {
    items: { mean: mean(lengths), least: Math.min(...lengths), most: Math.max(...lengths) },
    bias: mean(errors),
    rmse: Math.sqrt(mean(errors.map((error) => error * error))),
    correlation: pearson(
      tests.map(({ ability }) => ability),
      known.map(({ full }) => full.ability),
    ),
    meanSe: ses.length === 0 ? null : mean(ses),
    atBound: tests.filter(({ atBound }) => atBound).length,
    score: {
      ...agreement(
        tests.map(({ score }) => score / 100),
        known.map(({ actual }) => actual / 100),
      ),
      coverage90: mean(tests.map((test, i) => Number(holds(test, known[i].actual)))),
      width90: mean(tests.map(({ low, high }) => high - low)),
    },
  };
}
