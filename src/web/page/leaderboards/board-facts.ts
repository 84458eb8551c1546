import type { LeaderboardSummary } from '../../../api/leaderboards.ts';
import { count } from '../../format/number.ts';
import { promptWords, rulesWords } from '../../format/rules.ts';

/** Facts about the scores besides bank and strategy; defaults are left out. */
export function boardFacts({
  adaptive,
  prompt,
  scored,
}: Pick<LeaderboardSummary, 'adaptive' | 'prompt' | 'scored'>): { name: string; value: string }[] {
  const isPart = scored !== null && scored.items < scored.of;
  return [
    ...(adaptive === null ? [] : [{ name: 'Adaptive rules', value: rulesWords(adaptive) }]),
    ...(prompt === null ? [] : [{ name: 'Prompt', value: promptWords(prompt) }]),
    ...(isPart
      ? [
          {
            name: 'Score covers',
            value: `the ${count(scored.items)} of ${count(scored.of)} items that have parameters`,
          },
        ]
      : []),
  ];
}
