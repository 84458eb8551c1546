import { fullScoreWeights } from '../../../item-bank/full-score.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { DifferenceRules } from '../../ranking/compare/decide-differences.ts';
import {
  type ComparedTest,
  type TestChange,
  testChange,
} from '../../ranking/compare/test-change.ts';
import type { RecordedBank } from '../../ranking/recorded-bank.ts';
import type { Store } from '../../store/store.ts';
import { runAnswers } from '../compare/find-compared.ts';
import type { LiveResult } from '../live/live-result.ts';
import { shownScore } from '../live/shown-score.ts';
import type { KeptTest } from './kept-tests.ts';

/** How a tested checkpoint differs from an earlier one. */
export interface CheckpointChange extends TestChange {
  /** The earlier checkpoint, and the run of its test. */
  readonly from: string;
  readonly run: number;
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
  return { from: from.checkpoint, run: from.run, ...change };
}

async function comparedTest(
  store: Store,
  bank: RecordedBank,
  run: number,
  target: ScoreTarget,
): Promise<ComparedTest | null> {
  const result = (await store.summaryOf(run)) as LiveResult | null;
  const model = result?.models[0];
  if (result === null || model === undefined) return null;
  const word = { kind: 'run', run, examinee: null, text: `run:${run}` } as const;
  const { answers } = await runAnswers(store, bank, word);
  return {
    answers,
    score: shownScore(model, target),
    verified: model.verified,
    isRandom: result.strategy === 'random',
  };
}
