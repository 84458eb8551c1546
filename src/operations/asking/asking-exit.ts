import type { SynthesisAsked } from '../../workflow/synthesis/ask-synthesis.ts';
import { BUDGET_SPENT, INTERRUPTED, UNANSWERED } from '../exit-codes.ts';

/** How a command ends, and the error it prints. */
export interface Exit {
  readonly code: number;
  readonly message: string | null;
}

/** What tells how asking ended. */
type AskedCalls = Pick<SynthesisAsked, 'outcomes' | 'isInterrupted' | 'tally'>;

/** The exit code of a command that asked these calls: 0 if no answer is missing, for any reason of stopping. */
export function synthesisExit(asked: AskedCalls): Exit {
  return asked.tally.calls().missing === 0 ? { code: 0, message: null } : askingExit(asked);
}

/**
 * How asking ended; an endpoint's failure says more than what else ended it. Where it would fail for every question,
 * the problem must be fixed first; otherwise the same command may get what is missing.
 */
export function askingExit({ outcomes, isInterrupted, tally }: AskedCalls): Exit {
  const failures = outcomes.flatMap(({ error }) => error ?? []);
  const failure = failures.find(({ details }) => details.isForAll === true) ?? failures[0];
  if (failure !== undefined)
    return {
      code: failure.details.isForAll === true ? failure.exitCode : UNANSWERED,
      message: failure.message,
    };
  if (isInterrupted) return { code: INTERRUPTED, message: null };
  const isSpent = outcomes.some(({ stopped }) => stopped === 'budget');
  if (isSpent) return { code: BUDGET_SPENT, message: null };
  return { code: tally.calls().missing === 0 ? 0 : UNANSWERED, message: null };
}
