import type {
  AnsweredItems,
  ExamineePosterior,
} from '../../../src/cat/robust/examinee-posterior.ts';
import {
  predictParts,
  type ScorePrediction,
  type ScoreTarget,
  wholeOf,
} from '../../../src/cat/robust/score-prediction.ts';

/** The predicted score on the whole bank under one model, from a posterior that stands at its mode. */
export function predictScore(
  posterior: ExamineePosterior,
  asked: AnsweredItems,
  weights: Float64Array,
  target: ScoreTarget = 'recorded',
): ScorePrediction {
  const whole = { count: 1, of: new Uint8Array(posterior.model.items) };
  return wholeOf(predictParts(posterior, asked, weights, whole, target));
}
