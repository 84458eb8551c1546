import type { Leaderboard } from '../../api/leaderboards.ts';
import type { Standing } from '../../api/sessions.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';

/** Scores by tag with the intervals of a target. */
export function targetTags(
  tags: Standing['tags'],
  target: ScoreTarget,
): Leaderboard['tags'][string] {
  return Object.fromEntries(
    Object.entries(tags).map(([tag, values]) => [
      tag,
      Object.fromEntries(
        Object.entries(values).map(([value, { expected, ...recorded }]) => [
          value,
          target === 'recorded' ? recorded : { ...recorded, ...expected },
        ]),
      ),
    ]),
  );
}
