import type { Leaderboard } from '../../api/leaderboards.ts';
import type { Standing } from '../../api/sessions.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';

/** Scores by tag with the intervals of a target. Without those of sessions that ended before the intervals were kept. */
export function targetTags(
  tags: Standing['tags'],
  target: ScoreTarget,
): Leaderboard['tags'][string] {
  const ofTag = Object.entries(tags).map(([tag, values]) => {
    const known = Object.entries(values).flatMap(([value, { expected, ...recorded }]) => {
      if (target === 'recorded') return [[value, recorded]];
      return expected === null ? [] : [[value, { ...recorded, ...expected }]];
    });
    return [tag, Object.fromEntries(known)];
  });
  return Object.fromEntries(ofTag.filter(([, values]) => Object.keys(values).length > 0));
}
