import type { Alarm } from '../../cat/robust/alarm.ts';
import type { ItemCosts } from '../../cat/robust/item-costs.ts';
import { RobustSession } from '../../cat/robust/robust-session.ts';
import type {
  BankParts,
  PartPredictions,
  ScorePrediction,
} from '../../cat/robust/score-prediction.ts';
import type { PredictedScore } from '../../irt/predicted-score.ts';
import type { RandomStream } from '../../random.ts';
import type { RecordedExaminee } from '../recorded-test.ts';
import { possibleScores } from './more-predictions.ts';
import type { RobustBank } from './prepare-robust.ts';
import { stratifiedOrder } from './stratified-order.ts';

/** Where a robust test stood after some number of items. */
export interface RobustCheckpoint extends PredictedScore, ScorePrediction {
  /** Items used, what they cost (null without costs), and their positions in the order they were asked. */
  readonly items: number;
  readonly cost: number | null;
  readonly asked: Int32Array;
  /** What the calibration cannot explain in the answers; null if nothing. */
  readonly alarm: Alarm | null;
  /** Scores of the parts of the bank, where asked for. */
  readonly parts: Omit<PartPredictions, 'chance'> | null;
}

/** What a test needs of a prepared bank. */
export interface TestedBank
  extends Pick<RobustBank, 'model' | 'stratum' | 'randomShare' | 'range' | 'flagged'> {
  /** What items cost, for tests that choose or end by it. */
  readonly costs?: ItemCosts | undefined;
}

/**
 * A robust test on recorded answers, and what it predicts at each of `lengths` (ascending).
 *
 * @param parts of the bank to predict scores of too; null for none
 */
export function robustTest(
  { model, stratum, randomShare, range, flagged, costs }: TestedBank,
  { scores, weights }: RecordedExaminee,
  lengths: readonly number[],
  random: RandomStream,
  parts: BankParts | null = null,
): RobustCheckpoint[] {
  const order = stratifiedOrder((j) => weights[j] > 0, stratum, random);
  const session = new RobustSession(model, {
    weights,
    randomOrder: order,
    randomShare,
    range,
    flagged,
    costs,
  });
  return lengths.map((length) => {
    while (session.asked.count < length) {
      const j = session.next();
      if (j < 0) break;
      session.record(j, scores[j]);
    }
    const { asked } = session;
    const prediction = session.predict();
    return {
      ...prediction,
      ...possibleScores(asked, weights),
      items: asked.count,
      cost: session.spent,
      asked: asked.index.slice(0, asked.count),
      alarm: session.alarm(prediction),
      parts: parts === null ? null : session.average.predictParts(weights, parts),
    };
  });
}
