import type { Metric } from '../../../item-bank/items/metric/metric.ts';
import { type RandomStream, randomStream } from '../../random.ts';
import { mean } from '../../statistics/mean.ts';
import { type Interval, percentileInterval } from '../../statistics/percentile-interval.ts';
import { resampleCounts } from '../../statistics/resample-counts.ts';
import { type AnsweredReference, type CorpusCounts, methodOf } from './metrics.ts';

/** A value over answers, in [0, 1], with its 90% bootstrap interval. */
export interface CorpusValue extends Interval {
  readonly value: number;
}

export interface CorpusScore {
  /** With all its options. */
  readonly metric: Metric;
  /** Score of each answer. */
  readonly scores: Float64Array;
  /** The score of all answers together: of BLEU and label F1 from the summed counts, else the mean. */
  readonly corpus: CorpusValue;
  readonly mean: CorpusValue;
  /** The mean of the groups' means; null without groups. */
  readonly macro: CorpusValue | null;
}

const RESAMPLES = 2000;
const TAIL = 0.05;

/**
 * Scores answers to open questions by one metric, and aggregates the scores in three ways, each with the interval between the 5th and the
 * 95th percentile of 2,000 bootstrap samples of the answers (Koehn's for BLEU). The interval is null if there are fewer
 * than two answers, or if all samples have the same value: then they say nothing of other questions. With few answers (below
 * about 20) it is somewhat too narrow.
 *
 * For the mean of groups, answers are drawn within their groups: it is about other questions of the same groups.
 *
 * @param answers at least one, with the name of its group on all of them or on none
 * @see Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 13; Koehn (2004), Statistical significance tests for
 *   machine translation evaluation, EMNLP
 */
export function scoreCorpus(
  answers: readonly (AnsweredReference & { readonly group?: string | undefined })[],
  metric: Metric,
  seed: string | number,
): CorpusScore {
  const method = methodOf(metric);
  const scores = Float64Array.from(answers, (answer) => method.score(answer));
  const ofMean = groupMean(scores, [[...scores.keys()]], randomStream(seed, 'metric', 'mean'));
  const groups = answers.some(({ group }) => group !== undefined)
    ? Map.groupBy(answers.keys(), (i) => answers[i].group ?? '')
    : null;
  return {
    metric,
    scores,
    corpus:
      method.corpus === null
        ? ofMean
        : ofCounts(method.corpus(answers), randomStream(seed, 'metric', 'corpus')),
    mean: ofMean,
    macro:
      groups === null
        ? null
        : groupMean(scores, [...groups.values()], randomStream(seed, 'metric', 'macro')),
  };
}

function ofCounts({ width, rows, value }: CorpusCounts, random: RandomStream): CorpusValue {
  const sums = new Float64Array(width);
  const of = (counts: ArrayLike<number>) => {
    sums.fill(0);
    for (let i = 0; i < rows.length; i++) {
      const times = counts[i];
      if (times === 0) continue;
      const { places, amounts } = rows[i];
      for (let k = 0; k < places.length; k++) sums[places[k]] += times * amounts[k];
    }
    return value(sums);
  };
  return {
    value: of(new Float64Array(rows.length).fill(1)),
    ...bootstrap(rows.length, () => of(resampleCounts(rows.length, random))),
  };
}

/** Answers of one repeat, each with the number of its item. */
export type RepeatedAnswers = readonly (AnsweredReference & { readonly item: number })[];

/**
 * The score of all answers together, the mean over repeats of the same items. For the interval items are drawn with all of their answers.
 * @param repeats at least one, each with at least one answer; `metric` has a score of all answers that is not the mean of their scores
 */
export function repeatedCorpus(
  repeats: readonly RepeatedAnswers[],
  metric: Metric,
  seed: string | number,
): CorpusValue {
  const method = methodOf(metric);
  if (method.corpus === null) throw new Error(`${metric.name} has no score of all answers`);
  const items = [...new Set(repeats.flatMap((own) => own.map(({ item }) => item)))];
  const placeOf = new Map(items.map((item, k) => [item, k]));
  const parts = repeats.map((answers) => ({
    ...method.corpus!(answers),
    places: answers.map(({ item }) => placeOf.get(item)!),
  }));
  const of = (counts: ArrayLike<number>) => {
    const values = parts.flatMap(({ width, rows, value, places }) => {
      const sums = new Float64Array(width);
      let drawn = 0;
      for (const [i, { places: at, amounts }] of rows.entries()) {
        const times = counts[places[i]];
        drawn += times;
        for (let k = 0; k < at.length; k++) sums[at[k]] += times * amounts[k];
      }
      return drawn === 0 ? [] : [value(sums)];
    });
    return values.length === 0 ? 0 : mean(values);
  };
  const random = randomStream(seed, 'metric', 'corpus');
  return {
    value: of(new Float64Array(items.length).fill(1)),
    ...bootstrap(items.length, () => of(resampleCounts(items.length, random))),
  };
}

/** The mean of the means of groups. */
function groupMean(
  scores: Float64Array,
  groups: readonly (readonly number[])[],
  random: RandomStream,
): CorpusValue {
  const draw = () =>
    mean(
      groups.map((members) => {
        const counts = resampleCounts(members.length, random);
        let sum = 0;
        for (const [k, i] of members.entries()) sum += counts[k] * scores[i];
        return sum / members.length;
      }),
    );
  const value = mean(groups.map((members) => mean(members.map((i) => scores[i]))));
  return { value, ...bootstrap(scores.length, draw) };
}

function bootstrap(size: number, draw: () => number): Interval {
  if (size < 2) return { low: null, high: null };
  const draws = Array.from({ length: RESAMPLES }, draw);
  if (draws.every((value) => value === draws[0])) return { low: null, high: null };
  return percentileInterval(draws, TAIL);
}
