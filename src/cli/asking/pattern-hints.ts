import type { PatternHints } from '../../scoring/patterns/pattern-words.ts';
import { databaseArgument } from '../options/database-option.ts';

/**
 * What a reader can do about the answers of a run, also while it goes on.
 * @param run its number
 * @param database the location of its store
 * @param longer how to allow longer answers
 */
export function patternHints(run: number, database: string, longer: string): PatternHints {
  return {
    look: `See them with: thetarank runs answers ${run} --outputs${databaseArgument(database)}`,
    longer,
    stop: 'To pay for no more answers, press Ctrl+C.',
  };
}
