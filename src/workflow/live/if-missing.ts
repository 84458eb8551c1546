import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { LiveScore } from '../../ranking/live/live-test.ts';
import type { AbsentCounts } from '../../scoring/absent.ts';
import { NORMAL_90 } from '../../statistics/normal-points.ts';
import { shownScore } from './shown-score.ts';

/** A score with its places, under one way to count answers that are not there. */
export interface PlacedLiveScore {
  readonly score: LiveScore;
  /** Place among the recorded models; null if there are none. */
  readonly place: number | null;
  /** Place among the tested models. */
  readonly rank: number;
}

/**
 * What becomes of a score if unreadable and refused answers count as missing instead of as wrong. All tested models are treated alike, so
 * that ranks compare. Scores are in percentage points, of the target that is shown.
 */
export interface IfMissing extends AbsentCounts {
  /** Answers that remain. */
  readonly items: number;
  /** Null in all fields below if no answer remains. */
  readonly score: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Null also where there is no calibration. */
  readonly ability: number | null;
  readonly se: number | null;
  /** Null also where there are no recorded models. */
  readonly place: number | null;
  readonly rank: number | null;
  /** This score minus the one that counts them as 0. */
  readonly change: number | null;
  /** The standard error of the score that counts them as 0, with the chance in its answers. */
  readonly error: number;
  /** Whether the change is larger than that error. */
  readonly isLarge: boolean;
  /** Whether the model has another place or rank. */
  readonly movesPlace: boolean;
}

/**
 * Compares a score with the one that the same answers give without those that are not there.
 *
 * @param left null if no answer remains
 */
export function ifMissing(
  { unread, truncated, refused, tooLong }: AbsentCounts,
  counted: PlacedLiveScore,
  left: PlacedLiveScore | null,
  target: ScoreTarget,
): IfMissing {
  const counts = { unread, truncated, refused, ...(tooLong === undefined ? {} : { tooLong }) };
  // The interval of the expected score, which is open even if all items were asked.
  const { score, low, high } = counted.score.expected;
  const error = Math.max(high - score, score - low) / NORMAL_90;
  if (left === null) {
    const none = { score: null, low: null, high: null, ability: null, se: null, change: null };
    return {
      ...{ ...counts, items: 0, ...none, place: null, rank: null, error },
      isLarge: true,
      movesPlace: false,
    };
  }
  const change = left.score.score - counted.score.score;
  return {
    ...counts,
    items: left.score.items,
    ...shownScore(left.score, target),
    ability: left.score.ability,
    se: left.score.se,
    place: left.place,
    rank: left.rank,
    change,
    error,
    isLarge: Math.abs(change) > error,
    movesPlace: left.place !== counted.place || left.rank !== counted.rank,
  };
}
