import type { Participant } from '../../../calibration/synthesize/participants.ts';
import type { RunAnswer } from '../../run/run-record.ts';
import type { EndpointChange } from '../../run/served-models.ts';
import type { AnswerPattern } from '../../scoring/patterns/answer-pattern.ts';
import type { CallTally } from '../asking/call-tally.ts';

/** Callbacks for the progress of a synthesis. */
export interface SynthesisProgress {
  answered(answer: Pick<RunAnswer, 'tokens' | 'cost'>): void;
  failed(): void;
  /** An endpoint reports another model than before. */
  changed(change: EndpointChange): void;
  /** The first answers of a model that see no other answer all have one fault; called once per model. */
  doubted?(model: string, pattern: AnswerPattern, example: string): void;
  stop(): void;
}

/** What the callbacks can read. */
export interface ProgressFacts {
  /** The number of the run, and the location of its store. */
  readonly run: number;
  readonly database: string;
  readonly participants: readonly Pick<Participant, 'generator' | 'critic'>[];
  /** Items of the design. */
  readonly items: number;
  readonly tally: CallTally;
  /** Requests of this session that had to be repeated, by reason. */
  retries(): Readonly<Record<string, number>>;
  /** Whether asking has ended, and what is in flight is waited for. */
  isStopping(): boolean;
  /** What is done, for programs that read the progress; synthesizing by default. */
  readonly doing?: string;
  /** Stands before each line. */
  readonly title?: string | undefined;
}

/** Begins to tell, when asking begins. */
export type SynthesisWatch = (facts: ProgressFacts) => SynthesisProgress;

/** Reports nothing. */
export const NO_WATCH: SynthesisWatch = () => ({
  answered() {},
  failed() {},
  changed() {},
  stop() {},
});
