import { randomStream } from '../../src/random.ts';
import { type FamilyPairs, familyPairs, pairTau } from './family-pairs.ts';
import { resampleCounts } from './resample.ts';
import type { Outcome } from './strategies.ts';
import { type Interval, interval90, type Verdict, verdictOf } from './verdict.ts';

/** A figure with its 90% interval, whose ends are one-sided 95% bounds. */
export interface ComparedFigure extends Interval {
  readonly value: number | null;
  readonly verdict: Verdict;
}

/** One strategy against another, at one length or over all of them. */
export interface ComparedResult {
  /** Mean absolute error of the first over that of the second. Over lengths: the geometric mean. */
  readonly errorRatio: ComparedFigure;
  /** Kendall's τ of the first less that of the second. Over lengths: the mean. */
  readonly kendallDifference: ComparedFigure;
}

export interface Comparison {
  readonly strategies: readonly [string, string];
  readonly resamples: number;
  readonly margins: { readonly errorRatio: number; readonly kendallDifference: number };
  readonly lengths: readonly (ComparedResult & { readonly length: number })[];
  readonly pooled: ComparedResult;
}

/** What the first may lose to the second and still count as not worse. */
export const MARGINS = { errorRatio: 1.15, kendallDifference: -0.02 } as const;
const RESAMPLES = 2000;

/**
 * Compares two strategies that tested the same examinees: the ratio of their mean absolute errors and the difference
 * of their Kendall τ, with a paired bootstrap over families. Families are drawn with replacement, all seeds of a model
 * stay together, both strategies and all lengths see the same draws, and the ends of an interval are the 5th and 95th
 * percentiles of 2,000 draws. Draws in which τ is not defined are left out of its interval.
 *
 * With few families (below about 20) such intervals are somewhat too narrow.
 *
 * @param outcomes of each strategy: [length][seed][examinee]
 * @param actual the recorded scores in [0, 1]
 * @see Efron & Tibshirani (1993), An Introduction to the Bootstrap, ch. 8 and 13; Cameron, Gelbach & Miller (2008),
 *   Review of Economics and Statistics 90, 414–427
 */
export function compareStrategies(
  strategies: readonly [string, string],
  lengths: readonly number[],
  outcomes: readonly (readonly (readonly (readonly Outcome[])[])[])[],
  actual: Float64Array,
  families: readonly string[],
  seed: number,
): Comparison {
  const places = familyPlaces(families);
  const paired = lengths.map((_, l) =>
    outcomes.map((ofStrategy) => measures(ofStrategy[l], actual, places)),
  );
  const figures = (counts: Float64Array) => {
    const ofLengths = paired.map(([a, b]) => ({
      ratio: ratio(weightedError(a, counts), weightedError(b, counts)),
      difference: difference(meanTau(a, counts), meanTau(b, counts)),
    }));
    return [...ofLengths, pool(ofLengths)];
  };
  const point = figures(new Float64Array(places.count).fill(1));
  const random = randomStream(seed, 'compare', ...strategies);
  const draws = Array.from({ length: RESAMPLES }, () =>
    figures(resampleCounts(places.count, random)),
  );
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
    strategies,
    resamples: RESAMPLES,
    margins: MARGINS,
    lengths: lengths.map((length, l) => ({ length, ...results[l] })),
    pooled: results[lengths.length],
  };
}

interface Measures {
  /** Σ |error| over the models and seeds of each family. */
  readonly errors: Float64Array;
  /** One entry a seed. */
  readonly pairs: readonly FamilyPairs[];
}

function measures(
  rows: readonly (readonly Outcome[])[],
  actual: Float64Array,
  places: { of: Int32Array; count: number },
): Measures {
  const errors = new Float64Array(places.count);
  for (const row of rows)
    row.forEach(({ score }, i) => {
      errors[places.of[i]] += Math.abs(score - actual[i]);
    });
  const pairs = rows.map((row) =>
    familyPairs(
      row.map(({ score }) => score),
      actual,
      places.of,
      places.count,
    ),
  );
  return { errors, pairs };
}

/** Proportional to the mean absolute error of a sample in which family f comes counts[f] times. */
function weightedError({ errors }: Measures, counts: Float64Array): number {
  return errors.reduce((sum, error, f) => sum + counts[f] * error, 0);
}

function meanTau({ pairs }: Measures, counts: Float64Array): number | null {
  let sum = 0;
  for (const ofSeed of pairs) {
    const tau = pairTau(ofSeed, counts);
    if (tau === null) return null;
    sum += tau;
  }
  return sum / pairs.length;
}

/** Two strategies without any error are equal. */
function ratio(a: number, b: number): number | null {
  if (b > 0) return a / b;
  return a > 0 ? null : 1;
}

function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b;
}

/** Over lengths: geometric mean of the ratios, mean of the differences; null where one of them is not defined. */
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
  return { value, ...interval, verdict: verdictOf(interval, 1, MARGINS.errorRatio) };
}

/** More is better here: the signs are turned for the verdict. */
function differenceFigure(value: number | null, draws: readonly (number | null)[]): ComparedFigure {
  const { low, high } = interval90(draws);
  const turned = { low: high === null ? null : -high, high: low === null ? null : -low };
  return { value, low, high, verdict: verdictOf(turned, 0, -MARGINS.kendallDifference) };
}

/** Numbers the families in the order they first come. */
function familyPlaces(families: readonly string[]): { of: Int32Array; count: number } {
  const places = new Map<string, number>();
  const of = Int32Array.from(families, (family) => {
    const place = places.get(family) ?? places.size;
    places.set(family, place);
    return place;
  });
  return { of, count: places.size };
}
