import type { Alarm } from '../../cat/robust/alarm.ts';
import { alarmOf } from '../../cat/robust/alarm.ts';
import { type AnsweredItems, ExamineePosterior } from '../../cat/robust/examinee-posterior.ts';
import { HypothesisAverage } from '../../cat/robust/hypothesis-average.ts';
import type { ScorePrediction } from '../../cat/robust/score-prediction.ts';
import type { TestedBank } from '../robust/robust-test.ts';

/** What one checkpoint's answers say by themselves, as in a robust test. */
export interface AlonePrediction extends Pick<ScorePrediction, 'score' | 'se'> {
  readonly alarm: Alarm | null;
}

export function predictAlone(
  { model, range }: Pick<TestedBank, 'model' | 'range'>,
  answers: AnsweredItems,
  weights: Float64Array,
): AlonePrediction {
  const posterior = new ExamineePosterior(model);
  posterior.update(answers);
  const average = new HypothesisAverage(posterior);
  average.update(answers);
  const { score, se } = average.predictScore(weights);
  // The answers are no random sample, so that they contradict no score.
  return { score, se, alarm: alarmOf(average, { score, se }, range ?? null, []) };
}
