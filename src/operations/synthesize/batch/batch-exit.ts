import { plural } from '../../../numbers.ts';
import type { BudgetLimits } from '../../../run/run-budgets.ts';
import { budgetText } from '../../../workflow/asking/budget-text.ts';
import type { BatchSynthesisResult } from '../../../workflow/synthesis/batch/batch-result.ts';
import type { BatchRound } from '../../../workflow/synthesis/batch/batch-round.ts';
import { AWAITED, BUDGET_SPENT, INTERRUPTED, UNANSWERED } from '../../exit-codes.ts';

/** How a round ends while something is missing, and the error it prints. */
export function batchExit(
  { asked, requests: round }: BatchRound,
  { batch }: BatchSynthesisResult,
  limits: BudgetLimits,
): { readonly code: number; readonly message: string | null } {
  const { spent, most, requests, awaited, files } = batch;
  const failure = asked.outcomes.find(({ error }) => error !== null)?.error;
  if (failure) return { code: failure.exitCode, message: failure.message };
  if (round?.isInterrupted === true) return { code: INTERRUPTED, message: null };
  if (spent !== null) {
    const own = spent === 'money' ? (most.dollars ?? 0) : most.tokens;
    return {
      code: BUDGET_SPENT,
      message: `the budget of ${budgetText(spent, limits[spent] ?? 0)} is too small for the next ${plural(requests, 'request')}: they may take ${budgetText(spent, own)}, in addition to what was spent and what is awaited. Nothing was written. Raise --budget, or lower sampling.maxTokens, --items or --items-per-participant.`,
    };
  }
  const isAwaited = files.length > 0 || awaited > 0;
  return { code: isAwaited ? AWAITED : UNANSWERED, message: null };
}
