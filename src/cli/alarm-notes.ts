import type { Alarm } from '../cat/robust/surprise.ts';
import { percent } from '../numbers.ts';
import { NEARLY_ALL } from '../ranking/recorded/test-model.ts';

/** The note on a model whose test differs from those of others. */
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

/**
 * The meaning of the marks of these models, a line each. @param isRobust whether they had robust tests, which draw items where
 * there is an alarm
 */
export function markNotes(models: readonly Tested[], isRobust: boolean): string[] {
  const alarms = models.map(({ alarm }) => alarm);
  const lines: string[] = [];
  if (alarms.includes('beyond'))
    lines.push(
      `! The score is beyond those of all models of its calibration, so the item parameters are extrapolated.${isRobust ? ' Half of the items were drawn at random, and the interval was learned on models with the same alarm.' : ''} Ask more items, or calibrate with models like this one.`,
    );
  if (alarms.includes('trend') || alarms.includes('fit'))
    lines.push(
      `~ The answers do not follow the calibration: better or worse than predicted from start to end, or easy items wrong and hard ones right.${isRobust ? ' After the alarm half of the items were drawn at random.' : ''} Look for answers that were misread. This mark does not detect items seen in training.`,
    );
  if (models.some((model) => answeredMark(model) !== ''))
    lines.push(
      `* The model answered less than ${percent(NEARLY_ALL)} of the bank. Its score covers only those items, which may be easier or harder than the whole bank, so do not compare its rank.`,
    );
  return lines;
}
