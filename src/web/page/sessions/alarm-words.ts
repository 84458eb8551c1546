import type { Alarm } from '../../../cat/robust/alarm.ts';
import { type Text, t } from '../../words/t.ts';

const NAMES: Readonly<Record<Alarm, Text>> = {
  change: 'change',
  contradicted: 'contradicted',
  fit: 'fit',
  beyond: 'beyond',
};

/** What an alarm is called; one that this page does not know as it is. */
export function alarmName(alarm: string): string {
  const name = (NAMES as Readonly<Record<string, Text | undefined>>)[alarm];
  return name === undefined ? alarm : t(name);
}
