import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { NORMAL_90 } from '../../statistics/normal-points.ts';
import type { ScoreWithInterval } from '../further-scores.ts';
import {
  type DifferenceDecision,
  type DifferenceRules,
  decideDifferences,
} from './decide-differences.ts';
import type { DifferenceBelief } from './difference-belief.ts';
import { normalBelief } from './normal-belief.ts';
import { sharedBelief } from './shared-belief.ts';

/** A finished test, as it is compared with another one. */
export interface ComparedTest {
  /** Scores by item of the bank, NaN where there is none. */
  readonly answers: Float64Array;
  /** In points, of the score that is compared. */
  readonly score: ScoreWithInterval;
  readonly verified: boolean;
  /** Whether its items were drawn at random. */
  readonly isRandom: boolean;
}

/** How the score of one test differs from that of another; in points, above 0 if it is higher, with the 90% interval. */
export interface TestChange {
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** `items`: by the items that both answered; `scores`: their tests chose items or share too few, and the two scores are compared. */
  readonly basis: 'items' | 'scores';
  /** Items that both answered. */
  readonly shared: number;
  /** Whether the interval is one whose width holds; false if it rests on an unverified score. `regression` is then undecided. */
  readonly verified: boolean;
  /** What `failIf` finds; null if it was not asked. */
  readonly regression: DifferenceDecision['regression'];
}

/** The same change without the answers that are not there, which count as 0 in it. */
export interface TestChangeWithout
  extends Pick<TestChange, 'difference' | 'low' | 'high' | 'basis' | 'shared' | 'regression'> {
  /** Whether `failIf` decides in another way, or the interval leaves out 0 on one side only. */
  readonly movesVerdict: boolean;
}

/** Compares the change of two tests with the one without some of their answers. */
export function changeWithout(counted: TestChange, left: TestChange): TestChangeWithout {
  const sideOf = ({ low, high }: TestChange) => (low > 0 ? 1 : high < 0 ? -1 : 0);
  const { difference, low, high, basis, shared, regression } = left;
  return {
    ...{ difference, low, high, basis, shared, regression },
    movesVerdict: regression?.is !== counted.regression?.is || sideOf(left) !== sideOf(counted),
  };
}

const CONFIDENCE = 0.9;
/** Rounding of scores: an exact score has no error. */
const LEAST_ERROR = 1e-9;

/**
 * Compares two tests. Pairs of answers are compared if at least half of the items of the longer test are in both, and these are a random
 * sample or the whole bank. Otherwise the two scores are, whose errors then count as independent: items that a test has chosen tell
 * models apart better than others, so models differ more on them than on the bank.
 * @param weightsOf the weights of items that both answered, adding up to 1; 0 for all others
 * @param failIf the loss in unit 1
 */
export function testChange(
  old: ComparedTest,
  now: ComparedTest,
  weightsOf: (isShared: (item: number) => boolean) => Float64Array,
  target: ScoreTarget,
  failIf: DifferenceRules['failIf'],
): TestChange {
  const isShared = (j: number) => !Number.isNaN(old.answers[j] + now.answers[j]);
  const counts = [old, now].map(
    ({ answers }) => answers.filter((score) => !Number.isNaN(score)).length,
  );
  const size = old.answers.length;
  const shared = old.answers.filter((_, j) => isShared(j)).length;
  const isSample = old.isRandom && now.isRandom;
  const isPaired = (isSample || shared === size) && shared > 0 && 2 * shared >= Math.max(...counts);
  const belief = isPaired
    ? sharedBelief(old.answers, now.answers, weightsOf(isShared), shared === size, target)
    : scoresBelief(old.score, now.score);
  const [{ low, high, regression }] = decideDifferences([belief], {
    confidence: CONFIDENCE,
    failIf,
    within: null,
  });
  const verified = isPaired || (old.verified && now.verified);
  return {
    difference: 100 * belief.difference,
    low: 100 * low,
    high: 100 * high,
    basis: isPaired ? 'items' : 'scores',
    shared,
    verified,
    regression: regression === null || verified ? regression : { ...regression, is: 'undecided' },
  };
}

/** The difference of two scores with 90% intervals, as of separate tests. */
function scoresBelief(old: ScoreWithInterval, now: ScoreWithInterval): DifferenceBelief {
  // At 0 or 100 points an interval is cut: the longer side is not.
  const errorOf = ({ score, low, high }: ScoreWithInterval) =>
    Math.max(score - low, high - score) / NORMAL_90 / 100;
  const error = Math.max(LEAST_ERROR, Math.hypot(errorOf(old), errorOf(now)));
  return normalBelief((now.score - old.score) / 100, error);
}
