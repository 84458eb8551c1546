import type { Alarm } from '../cat/robust/alarm.ts';
import { percent } from '../numbers.ts';
import { NEARLY_ALL } from '../ranking/recorded/test-model.ts';

/** What is said of a model whose test is not like those of others. */
interface Tested {
  readonly alarm: Alarm | null;
  /** Share of the bank that has an answer. */
  readonly answered: number;
}

const ALARM_MARKS = { beyond: ' !', fit: ' ~', change: ' ^' } as const;

/** Behind the score of a model that the calibration cannot explain. */
export function alarmMark({ alarm }: Pick<Tested, 'alarm'>): string {
  return alarm === null ? '' : ALARM_MARKS[alarm];
}

/** Behind the scores of a model that did not answer all of the bank. */
export function answeredMark({ answered }: Pick<Tested, 'answered'>): string {
  return answered < NEARLY_ALL ? ' *' : '';
}

/** What the marks of these models mean, a line each. @param isRobust whether they had robust tests, which draw items where there is an alarm */
export function markNotes(models: readonly Tested[], isRobust: boolean): string[] {
  const alarms = models.map(({ alarm }) => alarm);
  const lines: string[] = [];
  if (alarms.includes('beyond'))
    lines.push(
      '! scores beyond all models of its calibration, with its interval: the item parameters are extrapolated there. Ask it more items, or calibrate with models like it.',
    );
  if (alarms.includes('fit'))
    lines.push(
      `~ answers do not follow the calibration: right and wrong answers are not where other models have them. Look for a broken prompt, misread answers, and items seen in training${isRobust ? '. Its score rests on the calibration as far as its answers allow; the more they contradict it, the more items were drawn at random' : ''}.`,
    );
  if (alarms.includes('change'))
    lines.push(
      '^ became better or worse during the test. Was the model exchanged, or did the endpoint start to fail? Test it again.',
    );
  if (models.some((model) => answeredMark(model) !== ''))
    lines.push(
      `* answered less than ${percent(NEARLY_ALL)} of the bank: its score covers only the items it answered, which may be easier or harder than the whole bank; do not compare its rank.`,
    );
  return lines;
}
