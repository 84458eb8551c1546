import type { Words } from '../../languages/words.ts';
import type { PatternHints } from '../../scoring/patterns/pattern-words.ts';

/** How to allow longer answers, in reports about those of endpoints. */
export const LONGER = 'raise -M max-tokens=N';

/** The same on pages that are sent to others. */
export const pageHints = (t: Words): PatternHints => ({
  look: t('Look at the outputs before you use this score.'),
  longer: t('allow longer answers'),
});

/**
 * What a reader can do about the answers of a run, also while it goes on.
 * @param run its number
 * @param where its database, as the next command names it: ` --database my.db`, or empty
 * @param longer how to allow longer answers
 */
export function patternHints(run: number, where: string, longer: string): PatternHints {
  return {
    look: `See them with: thetarank runs answers ${run} --outputs${where}`,
    longer,
    stop: 'To pay for no more answers, press Ctrl+C.',
  };
}
