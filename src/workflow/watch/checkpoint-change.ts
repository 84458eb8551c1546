import { fullScoreWeights } from '../../../item-bank/full-score.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { DifferenceRules } from '../../ranking/compare/decide-differences.ts';
import {
  type ComparedTest,
  changeWithout,
  type TestChange,
  type TestChangeWithout,
  testChange,
} from '../../ranking/compare/test-change.ts';
import { strategyOf } from '../../ranking/live/strategies.ts';
import type { RecordedBank } from '../../ranking/recorded-bank.ts';
import type { Store } from '../../store/store.ts';
import { runAnswers } from '../compare/find-compared.ts';
import type { AbsentAnswers } from '../live/absent-answers.ts';
import type { IfMissing } from '../live/if-missing.ts';
import type { LiveResult } from '../live/live-result.ts';
import { shownScore } from '../live/shown-score.ts';
import type { KeptTest } from './kept-tests.ts';

/** How a tested checkpoint differs from an earlier one. */
export interface CheckpointChange extends TestChange {
  /** The earlier checkpoint, and the run of its test. */
  readonly from: string;
  readonly run: number;
  /** Without the unreadable and refused answers of both tests; absent if there are none, null if too few others are left. */
  readonly ifMissing?: TestChangeWithout | null;
}

/**
 * Compares the kept test of a checkpoint with that of an earlier one.
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
  const old = await comparedTest(store, bank, from.run, target);
  const now = await comparedTest(store, bank, to.run, target);
  if (old === null || now === null) return null;
  const { responses, tags, fullScore } = bank;
  const weightsOf = (isShared: (j: number) => boolean) =>
    fullScoreWeights(fullScore, tags, isShared, responses.items.length);
  const change = testChange(old, now, weightsOf, target, failIf);
  const counted = { from: from.checkpoint, run: from.run, ...change };
  if (old.absent.size + now.absent.size === 0) return counted;
  const [oldLeft, nowLeft] = [testWithout(old), testWithout(now)];
  if (oldLeft === null || nowLeft === null) return { ...counted, ifMissing: null };
  const left = testChange(oldLeft, nowLeft, weightsOf, target, failIf);
  return { ...counted, ifMissing: changeWithout(change, left) };
}

/** A test as it is compared, with the answers that are not there, and its score without them. */
interface KeptComparedTest extends ComparedTest {
  readonly absent: AbsentAnswers;
  /** Null if no answer is left. */
  readonly scoreWithout: ComparedTest['score'] | null;
}

/** @returns null if no answer is left */
function testWithout(test: KeptComparedTest): ComparedTest | null {
  if (test.scoreWithout === null) return null;
  const answers = test.answers.map((score, j) => (test.absent.has(j) ? Number.NaN : score));
  return { ...test, answers, score: test.scoreWithout };
}

async function comparedTest(
  store: Store,
  bank: RecordedBank,
  run: number,
  target: ScoreTarget,
): Promise<KeptComparedTest | null> {
  const result = (await store.summaryOf(run)) as LiveResult | null;
  const model = result?.models[0];
  if (result === null || model === undefined) return null;
  const word = { kind: 'run', run, examinee: null, text: `run:${run}` } as const;
  const { answers, absent } = await runAnswers(store, bank, word);
  const score = shownScore(model, target);
  return {
    answers,
    absent: absent ?? new Map(),
    score,
    scoreWithout: model.ifMissing === undefined ? score : leftScore(model.ifMissing),
    verified: model.verified,
    isRandom: !strategyOf(result.strategy).isCalibrated,
  };
}

function leftScore({ score, low, high }: IfMissing): ComparedTest['score'] | null {
  return score === null || low === null || high === null ? null : { score, low, high };
}
