import type { ErrorCode } from '../../../errors.ts';
import type { LiveScore } from '../../../ranking/live/live-test.ts';
import type { PreparationInput, TestPlan } from '../../../ranking/live/preparation.ts';
import type { PathPoint } from './played-path.ts';
import type { PlayedAnswer, TestState } from './test-player.ts';

/** A test as both threads name it. */
export interface EngineTest {
  readonly test: number;
  /** Of its preparation. */
  readonly key: string;
  readonly plan: TestPlan;
}

/** What the thread is told to do. */
export type EngineTask =
  | { readonly do: 'prepare'; readonly key: string; readonly input: PreparationInput }
  | (EngineTest & {
      readonly do: 'play';
      /** Answers that it should have before; where it has not, it says so, and is told all of them. */
      readonly before: number;
      readonly answers: readonly PlayedAnswer[];
    })
  | (EngineTest & { readonly do: 'score'; readonly before: number })
  | (EngineTest & { readonly do: 'path'; readonly answers: readonly PlayedAnswer[] });

/** What it says to it. */
export type EngineReply =
  | { readonly is: 'done' }
  | { readonly is: 'state'; readonly state: TestState }
  | { readonly is: 'score'; readonly score: LiveScore | null }
  | { readonly is: 'path'; readonly points: readonly PathPoint[] }
  /** It does not have the preparation, or not the test as it is thought to stand. */
  | { readonly is: 'missing'; readonly what: 'preparation' | 'test' }
  | {
      readonly is: 'error';
      readonly code: ErrorCode;
      readonly details: Readonly<Record<string, unknown>>;
    }
  | { readonly is: 'defect'; readonly message: string };
