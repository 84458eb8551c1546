import { fullScoreWeights } from '../../../item-bank/full-score.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import {
  type DifferenceDecision,
  type DifferenceRules,
  decideDifferences,
} from '../../ranking/compare/decide-differences.ts';
import type { DifferenceBelief } from '../../ranking/compare/difference-belief.ts';
import { normalBelief } from '../../ranking/compare/normal-belief.ts';
import { sharedBelief } from '../../ranking/compare/shared-belief.ts';
import type { RecordedBank } from '../../ranking/recorded-bank.ts';
import { NORMAL_90 } from '../../statistics/normal-points.ts';
import type { Store } from '../../store/store.ts';
import { runAnswers } from '../compare/find-compared.ts';
import { type LiveModel, type LiveResult, shownScore } from '../live/live-result.ts';
import type { KeptTest } from './kept-tests.ts';

/** How a tested checkpoint differs from an earlier one; in points, above 0 if it scores higher, with the 90% interval. */
export interface CheckpointChange {
  /** The earlier checkpoint, and the run of its test. */
  readonly from: string;
  readonly run: number;
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

const CONFIDENCE = 0.9;
/** Rounding of scores: an exact score has no error. */
const LEAST_ERROR = 1e-9;

/**
 * Compares the kept test of a checkpoint with that of an earlier one. Pairs of answers are compared if at least half of the items of
 * the longer test are in both, and these are a random sample or the whole bank. Otherwise the two scores are, whose errors then count as
 * independent: items that a test has chosen tell models apart better than others, so models differ more on them than on the bank.
 * @param failIf the loss in unit 1
 * @returns null if one of the tests has no score
 */
export async function checkpointChange(
  store: Store,
  bank: RecordedBank,
  from: KeptTest,
  to: KeptTest,
  target: ScoreTarget,
  failIf: DifferenceRules['failIf'],
): Promise<CheckpointChange | null> {
  const results = [await store.summaryOf(from.run), await store.summaryOf(to.run)];
  const [earlier, later] = results as (LiveResult | null)[];
  const [old, model] = [earlier?.models[0], later?.models[0]];
  if (old === undefined || model === undefined) return null;
  const answersOf = async (run: number) =>
    (await runAnswers(store, bank, { kind: 'run', run, examinee: null, text: `run:${run}` }))
      .answers;
  const [before, now] = [await answersOf(from.run), await answersOf(to.run)];
  const isAnswered = (j: number) => !Number.isNaN(before[j] + now[j]);
  const counts = [before, now].map((own) => own.filter((score) => !Number.isNaN(score)).length);
  const shared = before.filter((_, j) => isAnswered(j)).length;
  const { responses, tags, fullScore } = bank;
  const size = responses.items.length;
  const isSample = [earlier, later].every((result) => result?.strategy === 'random');
  const isPaired = (isSample || shared === size) && shared > 0 && 2 * shared >= Math.max(...counts);
  const verified = isPaired || (old.verified && model.verified);
  const belief = isPaired
    ? sharedBelief(
        before,
        now,
        fullScoreWeights(fullScore, tags, isAnswered, size),
        shared === size,
        target,
      )
    : scoresBelief(old, model, target);
  const [{ low, high, regression }] = decideDifferences([belief], {
    confidence: CONFIDENCE,
    failIf,
    within: null,
  });
  return {
    from: from.checkpoint,
    run: from.run,
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
function scoresBelief(old: LiveModel, model: LiveModel, target: ScoreTarget): DifferenceBelief {
  const [before, own] = [shownScore(old, target), shownScore(model, target)];
  // At 0 or 100 points an interval is cut: the longer side is not.
  const errorOf = ({ score, low, high }: typeof own) =>
    Math.max(score - low, high - score) / NORMAL_90 / 100;
  const error = Math.max(LEAST_ERROR, Math.hypot(errorOf(before), errorOf(own)));
  return normalBelief((own.score - before.score) / 100, error);
}
