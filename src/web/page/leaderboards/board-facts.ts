import type { LeaderboardSummary } from '../../../api/leaderboards.ts';
import { count } from '../../format/number.ts';
import { promptWords, rulesWords } from '../../format/rules.ts';
import { t } from '../../words/t.ts';

/** Facts about the scores besides bank and strategy; defaults are left out. */
export function boardFacts({
  adaptive,
  prompt,
  scored,
}: Pick<LeaderboardSummary, 'adaptive' | 'prompt' | 'scored'>): { name: string; value: string }[] {
  const isPart = scored !== null && scored.items < scored.of;
  return [
    ...(adaptive === null ? [] : [{ name: t('Adaptive rules'), value: rulesWords(adaptive) }]),
    ...(prompt === null ? [] : [{ name: t('Prompt'), value: promptWords(prompt) }]),
    ...(isPart
      ? [
          {
            name: t('Score covers'),
            value: t('the {items} of {all} items that have parameters', {
              items: count(scored.items),
              all: count(scored.of),
            }),
          },
        ]
      : []),
  ];
}
