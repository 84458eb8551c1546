import { isExact } from '../../numbers.ts';
import { strategyOf } from '../../ranking/live/strategies.ts';
import type { RankResult } from '../../ranking/recorded/rank-result.ts';

/**
 * What to do after a ranking: improve it if it did not beat random items, else find out how far to trust it.
 *
 * @param source the options that name the answers
 */
export function recordedNext(result: RankResult, source: string): string {
  const { difference, seDifference } = result.random;
  const isWorse =
    seDifference !== null && difference > 2 * seDifference && !result.models.every(isExact);
  if (!result.converged)
    return `add models, or answers (at least 200 per model), and rank again: thetarank rank ${source}`;
  if (isWorse) {
    const { items, bankItems, strategy } = result;
    const more =
      2 * items <= bankItems ? [`more items: thetarank rank ${source} --items ${2 * items}`] : [];
    const others = [
      ...more,
      ...(strategyOf(strategy).drawsShare
        ? []
        : [`--strategy robust, which draws a share of the items at random`]),
      'recorded answers of more models, preferably of several families',
    ];
    return `random items did better here. Try ${others.join('; or ')}.`;
  }
  if (result.strategy === 'graded')
    return `to compare with robust tests of the same length: thetarank rank ${source} --items ${result.items} --strategy robust`;
  return `to see how far to trust it at other lengths: thetarank simulate post-hoc ${source} --seeds 1. The default of 5 seeds takes 5 times as long.`;
}
