import type { IntervalFactor } from '../conformal.ts';
import { type ExpectedScore, furtherScores, type TagScores } from '../further-scores.ts';
import { gradedInterval } from '../graded/graded-interval.ts';
import { type ScoreInterval, scoreInterval, scoreIntervals } from '../intervals.ts';
import type { Preparation, RobustPreparation } from '../live/preparation.ts';
import { answeredShare } from '../recorded-test.ts';
import { intervalFactor, type RobustBank, tagIntervalFactor } from '../robust/prepare-robust.ts';
import { NEARLY_ALL, type RecordedModel, type TestedModel } from './test-model.ts';

/** The 90% interval of a tested model's score, in [0, 1], and the further scores of its test. */
export interface ModelIntervals {
  readonly interval: ScoreInterval;
  readonly expected: ExpectedScore | null;
  readonly tags: TagScores;
}

/** For robust and graded tests: each calibration has widths learned on the families that it leaves out. Null for others. */
export function learnedIntervals(
  tested: TestedModel,
  model: RecordedModel,
  { robust, graded }: Pick<Preparation, 'robust' | 'graded'>,
): ModelIntervals | null {
  if (robust !== null) return robustIntervals(tested, model, robust);
  if (graded === null) return null;
  const { prediction, alarm } = tested;
  const open = prediction.most - prediction.least;
  const interval = gradedInterval({ ...prediction, open }, graded.prepared.width);
  const isLearned = answeredShare(model) >= NEARLY_ALL && alarm === null;
  const verified = interval.verified && isLearned;
  return { interval: { ...interval, verified }, expected: null, tags: {} };
}

function robustIntervals(
  tested: TestedModel,
  model: RecordedModel,
  { prepared, parts }: RobustPreparation,
): ModelIntervals {
  const { whole, tag } = factorsOf(prepared, tested, model);
  return {
    interval: scoreInterval(tested.prediction, whole),
    ...furtherScores(tested.more!, model, parts, { whole, tag }),
  };
}

function factorsOf(
  prepared: RobustBank,
  { alarm, growth, items }: TestedModel,
  model: RecordedModel,
): { readonly whole: IntervalFactor; readonly tag: IntervalFactor } {
  const whole = intervalFactor(prepared, 0, alarm, items);
  const tag = tagIntervalFactor(prepared, 0, alarm, items);
  // Widths are learned at one length, on all items.
  if (answeredShare(model) >= NEARLY_ALL && growth === null) return { whole, tag };
  return { whole: { ...whole, verified: false }, tag: { ...tag, verified: false } };
}

/** For other tests: the width of each model's interval is learned on the other models. @param families one per model */
export function pooledIntervals(
  tested: readonly TestedModel[],
  models: readonly RecordedModel[],
  families: readonly string[],
): ModelIntervals[] {
  const intervals = scoreIntervals(
    tested.map(({ prediction }) => prediction),
    models.map(({ actual }) => actual),
    families,
  );
  return intervals.map((interval) => ({ interval, expected: null, tags: {} }));
}
