import { NORMAL_90 } from '../../src/statistics/normal-points.ts';
import { type WeightedMean, weightedMean } from '../../src/statistics/weighted-mean.ts';
import { wilsonInterval } from '../../src/statistics/wilson-interval.ts';
import { effectiveAnswers, fewer } from './effective-answers.ts';
import { humanAccuracy } from './human-accuracy.ts';
import {
  type HumanItem,
  type HumanWeights,
  humanClusters,
  humanWeight,
  type PointInterval,
} from './human-item.ts';

/** A model beside people on the same items, with the same weights; in points. */
export interface HumanGap {
  /** Items that the model answered and that count for people. */
  readonly items: number;
  /** Weighted mean score of the model, and accuracy of people. */
  readonly score: number;
  readonly accuracy: number;
  /** The model's score minus the accuracy of people. */
  readonly difference: number;
  /** 90% interval of the difference on items like these; null with fewer than five clusters of items. */
  readonly expected: PointInterval | null;
  /** 90% interval of the difference on these items and these answers of the model; null if respondents are not known. */
  readonly recorded: PointInterval | null;
}

/** Fewer do not show how far differences vary. */
const LEAST_CLUSTERS = 5;

/**
 * The difference of a model and people, paired by item: the weighted mean of dⱼ = mⱼ − pⱼ. Items that are hard for both do not add to its error.
 *
 * - expected: from the ends of the two expected intervals, of the model [l, u] around m and of people [l', u'] around p, with their correlation r over items:
 *   m − p − √((m − l)² − 2r (m − l)(u' − p) + (u' − p)²), and the upper end likewise; r is at most 1 − 1/G of G clusters, and the interval contains the
 *   recorded one. Near 0 and 100, where few differences are not 0, the usual error of the differences is far too small (docs/evidence/humans.md)
 * - recorded: the model's scores are given, so its ends are the score minus those of the recorded accuracy of people
 *
 * @returns null if the model answered none of the items that count
 * @param scores of the model, 0 to 1, in the order of the items; NaN without an answer
 * @see Newcombe (1998), Statistics in Medicine 17, 2635–2650, method 8; Zou & Donner (2008), Statistics in Medicine 27, 1693–1702
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
  const people = humanAccuracy(items, weights);
  const model = weightedMean(
    own,
    items.map((one) => humanWeight(one, weights)),
  ).value;
  const score = 100 * model;
  const recorded =
    people.recorded === null
      ? null
      : { low: score - people.recorded.high, high: score - people.recorded.low };
  return {
    items: items.length,
    score,
    accuracy: people.accuracy!,
    difference: score - people.accuracy!,
    expected: expectedGap(items, own, weights, people.expected, recorded),
    recorded,
  };
}

function expectedGap(
  items: readonly HumanItem[],
  scores: readonly number[],
  weights: HumanWeights,
  ofPeople: PointInterval | null,
  recorded: PointInterval | null,
): PointInterval | null {
  const given = items.map((one) => humanWeight(one, weights));
  const clusters = humanClusters(items);
  const count = new Set(clusters).size;
  if (ofPeople === null || count < LEAST_CLUSTERS) return null;
  const meanOf = (values: readonly number[]) => weightedMean(values, given, clusters);
  const accuracies = items.map(({ accuracy }) => accuracy);
  const [model, people] = [meanOf(scores), meanOf(accuracies)];
  const apart = meanOf(accuracies.map((accuracy, j) => scores[j] - accuracy));
  // So few items do not show that two differ alike on all others.
  const r = Math.min(correlationOf(model, people, apart), 1 - 1 / count);
  const reach = (a: number, b: number) => Math.sqrt(a ** 2 - 2 * r * a * b + b ** 2);
  const [x, y] = [100 * model.value, 100 * people.value];
  const ofModel = modelInterval(model, given, clusters);
  const low = x - y - reach(x - ofModel.low, ofPeople.high - y);
  const high = x - y + reach(ofModel.high - x, y - ofPeople.low);
  return {
    low: Math.max(-100, Math.min(low, recorded?.low ?? low)),
    high: Math.min(100, Math.max(high, recorded?.high ?? high)),
  };
}

/** Of the model's score on items like these: at most as many answers as items that count alike, or as clusters if these do not differ. */
function modelInterval(
  model: WeightedMean,
  weights: readonly number[],
  clusters: readonly string[],
): PointInterval {
  const sums = new Map<string, number>();
  if (model.se === 0)
    for (const [j, cluster] of clusters.entries())
      sums.set(cluster, (sums.get(cluster) ?? 0) + weights[j]);
  const alike = alikeIn(model.se === 0 ? [...sums.values()] : weights);
  const answers = Math.min(alike * fewer(model.degrees!), effectiveAnswers(model)!);
  const { low, high } = wilsonInterval(model.value, answers, NORMAL_90);
  return { low: 100 * low, high: 100 * high };
}

/** (Σ w)²/Σ w²: so many values alike have the error of these. */
function alikeIn(weights: readonly number[]): number {
  let [total, squares] = [0, 0];
  for (const weight of weights) {
    total += weight;
    squares += weight ** 2;
  }
  return total ** 2 / squares;
}

/** Of two means from the errors of both and of their difference; 0 where one does not vary. */
function correlationOf(x: WeightedMean, y: WeightedMean, difference: WeightedMean): number {
  const both = 2 * x.se! * y.se!;
  if (both === 0) return 0;
  const r = (x.se! ** 2 + y.se! ** 2 - difference.se! ** 2) / both;
  return Math.max(-1, Math.min(1, r));
}
