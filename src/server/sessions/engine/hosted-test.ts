import type { LiveScore } from '../../../ranking/live/live-test.ts';
import { type Preparation, type TestPlan, testOf } from '../../../ranking/live/preparation.ts';
import { inTurns } from '../../in-turns.ts';
import { type PathPoint, pathPlaces, playedPath } from './played-path.ts';
import { type PlayedAnswer, TestPlayer, type TestState } from './test-player.ts';

/** A running test, on this or another thread. */
export interface HostedTest {
  /** Its state after the last resolved call of `play`. */
  readonly state: TestState;
  /** Takes answers; one call at a time. */
  play(answers: readonly PlayedAnswer[]): Promise<void> | undefined;
  /** Null before the first answer. */
  score(): LiveScore | null | Promise<LiveScore | null>;
  /** Its states along the way. @param answers in the order of the test, without a gap */
  path(answers: readonly PlayedAnswer[]): Promise<PathPoint[]>;
}

/** A test on this thread. */
export function localTest(preparation: Preparation, plan: TestPlan): HostedTest {
  const player = new TestPlayer(testOf(preparation, plan), plan.lag);
  return {
    state: player,
    play(answers) {
      player.play(answers);
      return undefined;
    },
    score: () => player.test.score(),
    async path(answers) {
      const again = new TestPlayer(testOf(preparation, plan), plan.lag);
      const places = pathPlaces(answers.length, preparation.pool.weights.length);
      const points: PathPoint[] = [];
      await inTurns(playedPath(again, answers, places), (point) => {
        if (point !== null) points.push(point);
      });
      return points;
    },
  };
}
