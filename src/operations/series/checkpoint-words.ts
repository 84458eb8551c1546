import type { Alarm } from '../../cat/robust/alarm.ts';
import type { ReportText, Words } from '../../languages/words.ts';
import { decimal, isExact } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { ResultChange, ResultCheckpoint } from '../../workflow/series/series-result.ts';

const KEPT_NAME = /^step (?<step>\S+)$/;

/** A checkpoint as a report names it: kept ones by their step, recorded ones as their rows. */
export function checkpointName(name: string, t: Words): string {
  const step = KEPT_NAME.exec(name)?.groups?.step;
  return step === undefined ? plainText(name) : t('step {step}', { step });
}

/** A change with its sign and the half-width of its interval. */
export function changeText({ difference, low, high }: ResultChange): string {
  const sign = difference > 0 ? '+' : '';
  return `${sign}${decimal(difference, 1)} ±${decimal((high - low) / 2, 1)}`;
}

/** What is to be seen at a checkpoint, in words; empty if nothing. */
export function marksOf({ change, best, broken, ...own }: ResultCheckpoint, t: Words): string[] {
  const alarm = alarmOf(own);
  const isBestBefore = change !== null && best !== null && change.from === best.from;
  return [
    ...(change?.significant ? [change.difference > 0 ? t('RISE') : t('DROP')] : []),
    ...(best?.significant && !isBestBefore
      ? [
          best.difference > 0
            ? t('above the best')
            : t('below the best ({best})', { best: checkpointName(best.from, t) }),
        ]
      : []),
    ...(broken === null ? [] : [t('drift: unlike the checkpoints beside it')]),
    ...(alarm === null ? [] : [t(ALARMS[alarm])]),
  ];
}

export const ALARMS = {
  change: /*T*/ 'alarm: change',
  contradicted: /*T*/ 'alarm: contradicted',
  fit: /*T*/ 'alarm: fit',
  beyond: /*T*/ 'alarm: beyond',
} as const satisfies Record<Alarm, ReportText>;

/** An exact score is extrapolated by nothing. */
export function alarmOf({ alarm, low, high }: Pick<ResultCheckpoint, 'alarm' | 'low' | 'high'>) {
  return alarm === 'beyond' && isExact({ low, high }) ? null : alarm;
}
