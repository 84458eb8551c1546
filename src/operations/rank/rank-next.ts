import { isExact } from '../../numbers.ts';
import type { RankResult } from '../../ranking/recorded/rank-result.ts';

/** A study of one seed takes about this many times as long as a robust ranking: three lengths, three more strategies. */
const STUDY_TIMES = 1.5;

/**
 * What to do after a ranking: improve it if it did not beat random items, else find out how far to trust it.
 *
 * @param source the option that names the answers
 * @param seconds that the ranking took on one thread with nothing kept from before; null if it did not, and tells nothing of a study
 */
export function rankNextStep(result: RankResult, source: string, seconds: number | null): string {
  const { difference, seDifference } = result.random;
  const isWorse =
    seDifference !== null && difference > 2 * seDifference && !result.models.every(isExact);
  if (!result.converged)
    return `Next: add models, or answers (at least 200 per model), and rank again: thetarank rank ${source}`;
  if (isWorse) {
    const { items, bankItems, strategy } = result;
    const more =
      2 * items <= bankItems ? [`more items: thetarank rank ${source} --items ${2 * items}`] : [];
    const others = [
      ...more,
      ...(strategy === 'robust'
        ? []
        : [`--strategy robust, which draws a share of the items at random`]),
      'recorded answers of more models, preferably of several families',
    ];
    return `Next: random items did better here. Try ${others.join('; or ')}.`;
  }
  if (result.strategy === 'graded')
    return `Next: to compare with robust tests of the same length: thetarank rank ${source} --items ${result.items} --strategy robust`;
  const isKnown = seconds !== null && result.strategy === 'robust';
  const about = isKnown ? ` (${duration(STUDY_TIMES * seconds)})` : '';
  return `Next: to see how far to trust it at other lengths: thetarank simulate post-hoc ${source} --seeds 1${about}. The default of 5 seeds takes 5 times as long.`;
}

/** `about 40 seconds`, `about 3 minutes`. */
function duration(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(10, 10 * Math.ceil(seconds / 10))} seconds`;
  return `about ${Math.ceil(seconds / 60)} minutes`;
}
