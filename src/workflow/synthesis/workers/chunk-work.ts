import type { SynthesisConfiguration } from '../../../../calibration/synthesize/configuration.ts';
import type { KeptError } from '../../../queue/queue-workers.ts';
import type { BudgetKind, Taken } from '../../../run/run-budgets.ts';
import type { ModelOutcome } from '../../../run/run-models.ts';
import type { RunAnswer } from '../../../run/run-record.ts';

/** The name of this work. */
export const SYNTHESIS_WORK = 'synthesis';

/** What all chunks of a synthesis share. API keys are not in it: workers have them in their environment. */
export interface ChunkData {
  readonly bank: string;
  /** Of the bank, as it was when the synthesis began. */
  readonly fingerprint: string;
  readonly items: number | undefined;
  readonly synthesis: SynthesisConfiguration;
  readonly run: number;
  readonly reuse: boolean;
  /** When it was begun: chunks of an earlier session are not taken for those of this one. */
  readonly session: string;
}

/** Items to be asked by one worker, all calls of each: they depend on nothing of other items. */
export interface ChunkTask {
  readonly items: readonly number[];
  /** The calls of each that were kept when the chunk was handed out. */
  readonly known: readonly (readonly number[])[];
  /** Models that have ended. */
  readonly ended: readonly string[];
  /** What it may take of the budgets; infinite without a bound. */
  readonly most: Taken;
  /** Most calls of one model in flight. */
  readonly concurrency: number;
  /** Workers among which limits of endpoints are divided. */
  readonly workers: number;
}

/** A call that was answered. */
export interface ChunkAnswer {
  readonly call: number;
  readonly item: number;
  /** With the beginning of its output only. */
  readonly answer: RunAnswer;
}

/** What came of a chunk. */
export interface ChunkResult {
  /** The calls of its items that were kept since it was handed out, also by a worker that was lost. */
  readonly answers: readonly ChunkAnswer[];
  /** Calls without an answer. */
  readonly failed: number;
  readonly outcomes: readonly (Omit<ModelOutcome, 'error'> & {
    readonly error: KeptError | null;
  })[];
  /** Budgets that refused a call. */
  readonly refused: readonly BudgetKind[];
  /** Requests that were repeated, by reason. */
  readonly retries: Readonly<Record<string, number>>;
}
