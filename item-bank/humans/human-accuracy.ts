import { NORMAL_90 } from '../../src/statistics/normal-points.ts';
import { weightedMean } from '../../src/statistics/weighted-mean.ts';
import { wilsonInterval } from '../../src/statistics/wilson-interval.ts';
import { answersAlike, effectiveAnswers } from './effective-answers.ts';
import {
  type HumanItem,
  type HumanWeights,
  humanClusters,
  humanWeight,
  type PointInterval,
} from './human-item.ts';
import { respondentVariance } from './respondent-variance.ts';

/** The accuracy of people on some items, in points. */
export interface HumanAccuracy {
  /** Items that count in it. */
  readonly items: number;
  /** Items with an accuracy that do not count, as their respondents are not known. */
  readonly unweighted: number;
  /** Answers of people to the items that count; null if they are not known for one of them. */
  readonly respondents: number | null;
  /** Weighted mean accuracy; null without items that count. */
  readonly accuracy: number | null;
  /** 90% interval of the accuracy on items like these; null with fewer than two clusters of items. */
  readonly expected: PointInterval | null;
  /** 90% interval of the accuracy on these items, of people like these; null if respondents are not known. */
  readonly recorded: PointInterval | null;
}

/**
 * How much more items may say than as many answers alike: beyond, the variances of items with few respondents are often too small by chance, and intervals hold less
 * often (docs/evidence/humans.md).
 */
const MOST_GAIN = 1.5;

/**
 * The weighted mean accuracy of people with two 90% intervals. Each is Wilson's interval of as many answers as would have the same variance, m(1 − m)/V, so that it stays
 * in range and is not symmetric near 0 and 100:
 *
 * - expected: V of `weightedMean` over items, with the number of answers times (z/t)² for few items. It has the differences of items and the chance of the people. Items of one
 *   cluster count together.
 * - recorded: V of `respondentVariance`: the items are given.
 *
 * With n₀ = 1 / Σ(wⱼ²/nⱼ), the number of answers if these are the weights, the first has at most n₀ and the second at most 1.5 n₀. Both take the answers to
 * different items to be of different people. If the same people answered all items, these intervals are too narrow; by how much cannot be known
 * from shares alone.
 *
 * @see Korn & Graubard (1998), Survey Methodology 24, 193–201, on the effective number of answers
 */
export function humanAccuracy(all: readonly HumanItem[], weights: HumanWeights): HumanAccuracy {
  const items = all.filter((one) => humanWeight(one, weights) > 0);
  const given = items.map((one) => humanWeight(one, weights));
  const known = items.every(({ respondents }) => respondents !== null);
  const counts = {
    items: items.length,
    unweighted: all.length - items.length,
    respondents: known ? items.reduce((sum, { respondents }) => sum + respondents!, 0) : null,
  };
  if (items.length === 0) return { ...counts, accuracy: null, expected: null, recorded: null };
  const accuracies = items.map(({ accuracy }) => accuracy);
  const over = weightedMean(accuracies, given, humanClusters(items));
  const { value } = over;
  const answers = answersOf(items, given);
  const alike = effectiveAnswers(over);
  const byPeople = respondentVariance(items, given, value);
  return {
    ...counts,
    accuracy: 100 * value,
    expected: alike === null ? null : interval(value, Math.min(answers, alike)),
    recorded:
      byPeople === null
        ? null
        : interval(value, Math.min(MOST_GAIN * answers, answersAlike(value, byPeople))),
  };
}

/** n₀; items whose respondents are not known count as answered once. */
function answersOf(items: readonly HumanItem[], weights: readonly number[]): number {
  let [squares, total] = [0, 0];
  for (const [j, { respondents }] of items.entries()) {
    squares += weights[j] ** 2 / (respondents ?? 1);
    total += weights[j];
  }
  return total ** 2 / squares;
}

function interval(value: number, answers: number): PointInterval {
  const { low, high } = wilsonInterval(value, answers, NORMAL_90);
  return { low: 100 * low, high: 100 * high };
}
