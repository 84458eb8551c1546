import { randomStream } from '../../src/random.ts';
import { type Interval, interval90 } from '../../src/statistics/percentile-interval.ts';
import { type NonInferiority, nonInferiorityOf } from './non-inferiority.ts';
import { drawFamilies, eachFamilyOnce, type FamilySample, familyPlaces } from './resample.ts';
import type { StrategyScore } from './strategies.ts';
import { type Measures, meanTau, measuresOf, weightedError } from './strategy-measures.ts';

/** A figure with its 90% interval, whose ends are one-sided 95% bounds. */
export interface ComparedFigure extends Interval {
  readonly value: number | null;
  readonly verdict: NonInferiority;
}

/** One strategy against another, at one length or over all of them. */
export interface ComparedResult {
  /** Mean absolute error of the first divided by that of the second. Over lengths: the geometric mean. */
  readonly errorRatio: ComparedFigure;
  /** Kendall's τ of the first minus that of the second. Over lengths: the mean. */
  readonly kendallDifference: ComparedFigure;
}

export interface StrategyComparison {
  readonly strategies: readonly [string, string];
  readonly resamples: number;
  readonly margins: { readonly errorRatio: number; readonly kendallDifference: number };
  readonly lengths: readonly (ComparedResult & { readonly length: number })[];
  readonly pooled: ComparedResult;
}

/** The margins within which the first counts as not worse. */
export const MARGINS = { errorRatio: 1.15, kendallDifference: -0.02 } as const;
const RESAMPLES = 2000;

/** The tests of two strategies in one study. */
export interface ComparedStudy extends FamilySample {
  /** Of each of the two: [length][seed][examinee]. */
  readonly outcomes: readonly (readonly (readonly (readonly StrategyScore[])[])[])[];
  /** The recorded scores in [0, 1]. */
  readonly actual: ArrayLike<number>;
}

/** One entry per study and length, and one over all of them. */
export interface ComparedStudies {
  readonly studies: readonly (readonly ComparedResult[])[];
  readonly pooled: ComparedResult;
}

/**
 * Compares two strategies that tested the same examinees: the ratio of their mean absolute errors and the difference
 * of their Kendall τ, with a paired bootstrap over families. Families are drawn with replacement within each
 * population, all seeds of a model stay together, both strategies, all lengths and all studies of a population see the
 * same draws, and the ends of an interval are the 5th and 95th percentiles of 2,000 draws. Draws in which τ is not
 * defined are left out of its interval.
 *
 * With few families (below about 20) such intervals are somewhat too narrow.
 *
 * @see Efron & Tibshirani (1993), An Introduction to the Bootstrap, ch. 8 and 13; Cameron, Gelbach & Miller (2008),
 *   Review of Economics and Statistics 90, 414–427
 */
export function compareStudies(
  strategies: readonly [string, string],
  studies: readonly ComparedStudy[],
  seed: number,
): ComparedStudies {
  const places = familyPlaces(studies);
  const cells = studies.flatMap(({ outcomes: [first, second], actual }, s) => {
    const { population, of } = places.samples[s];
    const measures = (rows: readonly (readonly StrategyScore[])[]) =>
      measuresOf(rows, actual, of, places.counts[population]);
    return first.map((rows, l) => ({
      study: s,
      population,
      pair: [measures(rows), measures(second[l])] as const,
    }));
  });
  const figures = (counts: readonly Float64Array[]) => {
    const ofCells = cells.map(({ population, pair }) => compareIn(pair, counts[population]));
    return [...ofCells, pool(ofCells)];
  };
  const point = figures(eachFamilyOnce(places));
  const random = randomStream(seed, 'compare', ...strategies);
  const draws = Array.from({ length: RESAMPLES }, () => figures(drawFamilies(places, random)));
  const results = point.map(
    (values, k): ComparedResult => ({
      errorRatio: ratioFigure(
        values.ratio,
        draws.map((draw) => draw[k].ratio),
      ),
      kendallDifference: differenceFigure(
        values.difference,
        draws.map((draw) => draw[k].difference),
      ),
    }),
  );
  return {
    studies: studies.map((_, s) => results.filter((_, k) => cells[k]?.study === s)),
    pooled: results[cells.length],
  };
}

/**
 * Compares two strategies in one study, as `compareStudies` does.
 * @param outcomes of each strategy: [length][seed][examinee]
 * @param actual the recorded scores in [0, 1]
 */
export function compareStrategies(
  strategies: readonly [string, string],
  lengths: readonly number[],
  outcomes: ComparedStudy['outcomes'],
  actual: ArrayLike<number>,
  families: readonly string[],
  seed: number,
): StrategyComparison {
  const study = { population: '', families, outcomes, actual };
  const { studies, pooled } = compareStudies(strategies, [study], seed);
  return {
    strategies,
    resamples: RESAMPLES,
    margins: MARGINS,
    lengths: lengths.map((length, l) => ({ length, ...studies[0][l] })),
    pooled,
  };
}

function compareIn(
  [first, second]: readonly [Measures, Measures],
  counts: Float64Array,
): { ratio: number | null; difference: number | null } {
  return {
    ratio: ratio(weightedError(first, counts), weightedError(second, counts)),
    difference: difference(meanTau(first, counts), meanTau(second, counts)),
  };
}

/** Two strategies without any error are equal. */
function ratio(a: number, b: number): number | null {
  if (b > 0) return a / b;
  return a > 0 ? null : 1;
}

function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}

/** Over lengths: geometric mean of the ratios, mean of the differences; null if one of them is not defined. */
function pool(
  ofLengths: readonly { readonly ratio: number | null; readonly difference: number | null }[],
): { ratio: number | null; difference: number | null } {
  const mean = (values: readonly (number | null)[]) =>
    values.reduce<number | null>(
      (sum, v) => (sum === null || v === null ? null : sum + v / values.length),
      0,
    );
  const log = mean(ofLengths.map(({ ratio }) => (ratio === null ? null : Math.log(ratio))));
  return {
    ratio: log === null ? null : Math.exp(log),
    difference: mean(ofLengths.map(({ difference }) => difference)),
  };
}

function ratioFigure(value: number | null, draws: readonly (number | null)[]): ComparedFigure {
  const interval = interval90(draws);
  return { value, ...interval, verdict: nonInferiorityOf(interval, 1, MARGINS.errorRatio) };
}

/** Higher is better here, so signs are reversed for the verdict. */
function differenceFigure(value: number | null, draws: readonly (number | null)[]): ComparedFigure {
  const { low, high } = interval90(draws);
  const turned = { low: high === null ? null : -high, high: low === null ? null : -low };
  return { value, low, high, verdict: nonInferiorityOf(turned, 0, -MARGINS.kendallDifference) };
}
