import type { PromptLanguage, PromptVariant } from '../../prompt/prompt.ts';
import type { ExtractionMode } from '../../scoring/extract/modes.ts';

/** How items are asked and how answers are read. */
export interface TaskSettings {
  readonly variant: PromptVariant;
  /** Of the prompt; the item's by default. */
  readonly language: PromptLanguage | undefined;
  /** Worked examples before each question. */
  readonly shots: number;
  /** `tag=value` of the items that examples come from. */
  readonly shotsFrom: string;
  readonly system: string | undefined;
  readonly mode: ExtractionMode;
  /** A question without an answer after all retries ends the test of its model, or counts as wrong. */
  readonly unanswered: 'stop' | 'wrong';
}

/** What decides how models behind endpoints are tested, beside what the test is. */
export interface LiveSettings {
  readonly task: TaskSettings;
  /** Answers that may be awaited when the next items are chosen. */
  readonly lag: number;
  /** Items of one model in flight at most. */
  readonly concurrency: number;
  readonly resume?: boolean;
  /** A file with the items that may be asked, one per line. */
  readonly pool?: string;
  readonly leaveOut: string[];
  readonly cache: boolean;
}
