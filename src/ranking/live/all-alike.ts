import type { LiveFold } from './live-fold.ts';
import type { LiveScore } from './live-test.ts';

/**
 * A score from answers that are all right or all wrong: they bound the ability, but no finite one fits them best. The ability is
 * the end of its range, without a standard error, and intervals of the score reach 0 or 100. Other scores stay as they are.
 */
export function boundedIfAlike(
  score: LiveScore,
  { bank, scale }: Pick<LiveFold, 'bank' | 'scale'>,
): LiveScore {
  const isHighest = score.right === score.items;
  if (!isHighest && score.right !== 0) return score;
  const end = isHighest ? { high: 100 } : { low: 0 };
  const ability = scale.slope * bank.bounds[isHighest ? 1 : 0] + scale.shift;
  return {
    ...score,
    ability: score.ability === null ? null : ability,
    se: score.ability === null ? null : Number.POSITIVE_INFINITY,
    atBound: score.ability === null ? null : isHighest ? 'highest' : 'lowest',
    ...end,
    expected: { ...score.expected, ...end },
  };
}
