import type { Alarm } from '../cat/robust/surprise.ts';
import { percent } from '../numbers.ts';
import { NEARLY_ALL } from '../ranking/recorded/test-model.ts';

/** What is said of a model whose test is not like those of others. */
interface Tested {
  readonly alarm: Alarm | null;
  /** Share of the bank that has an answer. */
  readonly answered: number;
}

const ALARM_MARKS = { beyond: ' !', trend: ' ~', fit: ' ~' } as const;

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
      `! scores beyond all models of its calibration, where the item parameters are extrapolated${isRobust ? '. Half of its items were drawn at random, and the interval is calibrated on models with the same alarm' : ''}. Ask it more items, or calibrate with models like it.`,
    );
  if (alarms.includes('trend') || alarms.includes('fit'))
    lines.push(
      `~ answers do not follow the calibration: better or worse than predicted throughout, or easy items missed and hard ones solved. Look for answers that were misread. Items seen in training are not detected${isRobust ? '. After the alarm half of the items were drawn at random' : ''}.`,
    );
  if (models.some((model) => answeredMark(model) !== ''))
    lines.push(
      `* answered less than ${percent(NEARLY_ALL)} of the bank: its score covers only the items it answered, which may be easier or harder than the whole bank; do not compare its rank.`,
    );
  return lines;
}
