import type { LiveScore } from '../../../ranking/live/live-test.ts';
import type { PlayedAnswer, TestPlayer } from './test-player.ts';

/** The state of a test after the answers 1 … `place`. */
export interface PathPoint {
  readonly place: number;
  readonly score: LiveScore;
}

/** The most work of a path over all looks, in items. */
const WORK = 2_000_000;
const FEWEST_POINTS = 24;

/** The places to look at: all if that is little work, else some at equal distances, and the last. */
export function pathPlaces(answers: number, items: number): number[] {
  const most = Math.max(FEWEST_POINTS, Math.floor(WORK / items));
  const step = Math.max(1, Math.ceil(answers / most));
  const places = Array.from({ length: Math.floor(answers / step) }, (_, k) => (k + 1) * step);
  if (answers > 0 && places.at(-1) !== answers) places.push(answers);
  return places;
}

/**
 * Replays a test from its beginning and looks at it at some places. One step per answer, so that the caller can yield to other
 * work.
 * @param answers in the order of the test, without a gap
 */
export function* playedPath(
  player: TestPlayer,
  answers: readonly PlayedAnswer[],
  places: readonly number[],
): Generator<PathPoint | null> {
  const wanted = new Set(places);
  for (const [k, answer] of answers.entries()) {
    player.play([answer]);
    const score = wanted.has(k + 1) ? player.test.score() : null;
    yield score === null ? null : { place: k + 1, score };
  }
}
