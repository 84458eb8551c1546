import type { Standing } from '../../../api/sessions.ts';
import type { RecordedStanding } from '../../../ranking/board/recorded-standings.ts';
import type { LiveScore } from '../../../ranking/live/live-test.ts';
import { placedScore } from '../../../ranking/placed-score.ts';

/** A score for replies: infinite and unknown values are null. */
export function standingOf(score: LiveScore | null): Standing | null {
  if (score === null) return null;
  const { items, ability, se, atBound, low, high, verified, unverified, alarm, tags } = score;
  const { expected, misfit, ownRandom } = score;
  return {
    answers: items,
    ability: finite(ability),
    se: finite(se),
    atBound,
    score: score.score,
    low,
    high,
    expected: { low: expected.low, high: expected.high },
    verified,
    unverified,
    alarm,
    right: score.right,
    shareRight: score.shareRight,
    shareExpected: finite(score.shareExpected),
    residual: finite(score.residual),
    misfit,
    ownRandom,
    tags: Object.fromEntries(
      Object.entries(tags).map(([tag, values]) => [
        tag,
        Object.fromEntries(
          Object.entries(values).map(([value, { expected, ...own }]) => [
            value,
            { ...own, expected: { low: expected.low, high: expected.high } },
          ]),
        ),
      ]),
    ),
  };
}

export function finite(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}

/** The place of a score among the recorded models, and the places that its interval allows. */
export interface Placed {
  readonly place: number | null;
  readonly bestPlace: number | null;
  readonly worstPlace: number | null;
  /** Number of models it is placed among. */
  readonly recorded: number;
}

/**
 * Possible places follow from both intervals: that of the test, and those of recorded models with missing answers.
 * @param recorded the recorded models in points, without the examinee's own
 */
export function placeAmong(
  recorded: readonly Pick<RecordedStanding, 'score' | 'low' | 'high'>[],
  standing: Pick<Standing, 'score' | 'low' | 'high'> | null,
): Placed {
  if (standing === null || recorded.length === 0)
    return { place: null, bestPlace: null, worstPlace: null, recorded: recorded.length };
  return { ...placedScore(recorded, standing), recorded: recorded.length };
}
