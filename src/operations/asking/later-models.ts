import { plural } from '../../numbers.ts';
import { plainText } from '../../plain-text.ts';
import type { LiveBank } from '../../tested-bank/live-bank.ts';

/** Models that are named. */
const MOST_NAMED = 3;

/**
 * Which models are not used because they were recorded later; null if none are.
 * @param then the bank as it was, without them
 * @param what began then, such as `the series`
 */
export function laterModelsText(now: LiveBank, then: LiveBank, what: string): string | null {
  const later = now.recorded.responses.examinees.slice(then.recorded.responses.examinees.length);
  if (later.length === 0) return null;
  const names = later.slice(0, MOST_NAMED).map(plainText).join(', ');
  return `${plural(later.length, 'model')} recorded since ${what} began ${later.length === 1 ? 'is' : 'are'} not used: ${names}${later.length > MOST_NAMED ? ', …' : ''}.`;
}
