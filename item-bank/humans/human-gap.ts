import { NORMAL_90 } from '../../src/statistics/normal-points.ts';
import { weightedMean } from '../../src/statistics/weighted-mean.ts';
import {
  type HumanItem,
  type HumanWeights,
  humanWeight,
  type PointInterval,
} from './human-item.ts';
import { respondentVariance } from './respondent-variance.ts';
import { student90 } from './student-90.ts';

/** A model beside people on the same items, with the same weights; in points. */
export interface HumanGap {
  /** Items that the model answered and that count for people. */
  readonly items: number;
  /** Weighted mean score of the model, and accuracy of people. */
  readonly score: number;
  readonly accuracy: number;
  /** The model's score minus the accuracy of people. */
  readonly difference: number;
  /** 90% interval of the difference on items like these; null with fewer than two items. */
  readonly expected: PointInterval | null;
  /** 90% interval of the difference on these items and these answers of the model; null if respondents are not known. */
  readonly recorded: PointInterval | null;
}

/**
 * The difference of a model and people, paired by item: the weighted mean of dⱼ = mⱼ − pⱼ. Items that are hard for both do not add to its error.
 *
 * - expected: `weightedMean` of the dⱼ with Student's t
 * - recorded: the model's scores are given, so only `respondentVariance` is left, with a normal error
 *
 * @param scores of the model, 0 to 1, in the order of the items; NaN without an answer
 * @returns null if the model answered none of the items that count
 */
export function humanGap(
  all: readonly HumanItem[],
  scores: ArrayLike<number>,
  weights: HumanWeights,
): HumanGap | null {
  const items: HumanItem[] = [];
  const own: number[] = [];
  for (const [j, one] of all.entries())
    if (!Number.isNaN(scores[j]) && humanWeight(one, weights) > 0) {
      items.push(one);
      own.push(scores[j]);
    }
  if (items.length === 0) return null;
  const given = items.map((one) => humanWeight(one, weights));
  const people = weightedMean(
    items.map(({ accuracy }) => accuracy),
    given,
  ).value;
  const { value, se, degrees } = weightedMean(
    items.map(({ accuracy }, j) => own[j] - accuracy),
    given,
  );
  const byPeople = respondentVariance(items, given, people);
  return {
    items: items.length,
    score: 100 * weightedMean(own, given).value,
    accuracy: 100 * people,
    difference: 100 * value,
    expected: se === null || degrees === null ? null : around(value, student90(degrees) * se),
    recorded: byPeople === null ? null : around(value, NORMAL_90 * Math.sqrt(byPeople)),
  };
}

function around(value: number, half: number): PointInterval {
  return { low: 100 * Math.max(-1, value - half), high: 100 * Math.min(1, value + half) };
}
