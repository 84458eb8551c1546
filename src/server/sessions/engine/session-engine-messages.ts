import type { ErrorCode } from '../../../errors.ts';
import type { LiveScore } from '../../../ranking/live/live-test.ts';
import type { PreparationInput, TestPlan } from '../../../ranking/live/preparation.ts';
import type { OutputScore, scoreOutput } from '../../../scoring/score-output.ts';
import type { PathPoint } from './played-path.ts';
import type { PlayedAnswer, TestState } from './test-player.ts';

/** The name of a test on both threads. */
export interface EngineTest {
  readonly test: number;
  /** Key of its preparation. */
  readonly key: string;
  readonly plan: TestPlan;
}

/** A message to the thread. */
export type EngineTask =
  | { readonly do: 'prepare'; readonly key: string; readonly input: PreparationInput }
  | (EngineTest & {
      readonly do: 'play';
      /** Number of earlier answers that it should have; if it does not, it says so and gets all answers. */
      readonly before: number;
      readonly answers: readonly PlayedAnswer[];
    })
  | (EngineTest & { readonly do: 'score'; readonly before: number })
  | (EngineTest & { readonly do: 'path'; readonly answers: readonly PlayedAnswer[] })
  | { readonly do: 'read'; readonly given: Parameters<typeof scoreOutput> };

/** A message from the thread. */
export type EngineReply =
  | { readonly is: 'done' }
  | { readonly is: 'state'; readonly state: TestState }
  | { readonly is: 'score'; readonly score: LiveScore | null }
  | { readonly is: 'path'; readonly points: readonly PathPoint[] }
  | { readonly is: 'read'; readonly score: OutputScore }
  /** It lacks the preparation, or the test in the expected state. */
  | { readonly is: 'missing'; readonly what: 'preparation' | 'test' }
  | {
      readonly is: 'error';
      readonly code: ErrorCode;
      readonly details: Readonly<Record<string, unknown>>;
    }
  | { readonly is: 'defect'; readonly message: string };
