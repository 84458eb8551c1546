import { plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { LiveBank } from '../../tested-bank/live-bank.ts';
import { printNote } from '../output/typed-commands.ts';

/** Models that are named. */
const MOST_NAMED = 3;

/**
 * Says which models are not used because they were recorded later.
 * @param then the bank as it was, without them
 * @param what began then, such as `the series`
 */
export function noteLaterModels(now: LiveBank, then: LiveBank, what: string): void {
  const later = now.recorded.responses.examinees.slice(then.recorded.responses.examinees.length);
  if (later.length === 0) return;
  const names = later.slice(0, MOST_NAMED).map(plainText).join(', ');
  printNote(
    `${plural(later.length, 'model')} recorded since ${what} began ${later.length === 1 ? 'is' : 'are'} not used: ${names}${later.length > MOST_NAMED ? ', …' : ''}.`,
  );
}
