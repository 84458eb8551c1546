import type { Store } from '../../store/store.ts';
import type { SynthesisAsked } from './ask-synthesis.ts';
import type { SynthesisJob } from './synthesis-job.ts';
import { isSynthesisResult, synthesisResult } from './synthesis-outcome.ts';
import type { SynthesisResult } from './synthesis-result.ts';

/** The result of a run that was asked, and the one that is kept of it. */
export interface FinishedSynthesis {
  readonly result: SynthesisResult;
  /** The result of a wider design that the run has and keeps; null if it has none. */
  readonly wider: SynthesisResult | null;
}

/**
 * Makes the result of a run that was asked, and keeps it where the run lacks nothing.
 * @param at the time, ISO 8601
 */
export async function finishSynthesis(
  store: Store,
  job: SynthesisJob,
  run: number,
  asked: SynthesisAsked,
  at: string,
): Promise<FinishedSynthesis> {
  const result = synthesisResult(job, asked, run, store.location);
  return { result, wider: result.complete ? await keepResult(store, run, result, at) : null };
}

/**
 * Keeps the result of a run that lacks nothing, unless it has that of a wider design: one with more calls. So asking a part of
 * a run again does not lose the result of the whole run.
 * @returns the wider result that stays; null where this one is kept
 */
export async function keepResult(
  store: Store,
  run: number,
  result: SynthesisResult,
  at: string,
): Promise<SynthesisResult | null> {
  const before = await store.summaryOf(run);
  if (isSynthesisResult(before) && before.calls.kept > result.calls.kept) return before;
  await store.finishRun(run, result, at);
  return null;
}
