import type { SynthesisAsked } from './ask-synthesis.ts';
import type { SynthesisJob } from './synthesis-job.ts';
import { participantResults, type SynthesisResult } from './synthesis-result.ts';

const VERSION: SynthesisResult['version'] = 'synthesis-1';

/** Whether a result that is kept is one of a synthesis in the form of this version. */
export function isSynthesisResult(kept: unknown): kept is SynthesisResult {
  return (kept as { version?: unknown } | null)?.version === VERSION;
}

/** In place of what a result says of the session that kept it: nothing of it is about now. */
export const NO_SESSION = {
  asked: 0,
  cached: 0,
  failed: 0,
  sessionCost: 0,
  lostCost: 0,
  budgets: [],
  stopped: [],
} as const;

/** The result of a synthesis, from what was asked now and kept before. @param database where the run is kept */
export function synthesisResult(
  { bank, plan, kept, design, synthesis, before }: SynthesisJob,
  { outcomes, sums, cost, sessionCost, lostCost, tally, budgets, ...asked }: SynthesisAsked,
  run: number,
  database: string,
): SynthesisResult {
  const calls = tally.calls();
  return {
    version: VERSION,
    bank: bank.summary.name,
    items: design.items,
    run,
    database,
    complete: calls.missing === 0,
    design: synthesis.design,
    seed: synthesis.seed,
    calls,
    others: Math.max(0, (before?.answers ?? 0) + sums.asked - calls.kept),
    ...sums,
    reused: asked.reused,
    endpointChanges: asked.endpointChanges,
    cost,
    sessionCost,
    lostCost,
    budgets,
    participants: participantResults(plan, kept, design.items),
    stopped: outcomes.flatMap(({ model, stopped, error }) =>
      stopped === null ? [] : [{ model, why: stopped, error: error?.message ?? null }],
    ),
  };
}
