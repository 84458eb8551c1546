import { percent } from '../../numbers.ts';
import { budgetText } from '../../workflow/asking/budget-text.ts';
import type { BudgetOutlook, BudgetUse } from '../../workflow/synthesis/synthesis-budgets.ts';

/** Whether a budget will do, in a line. */
export function outlookText({ kind, limit, left, expected, suffices }: BudgetOutlook): string {
  const budget = `The budget of ${budgetText(kind, limit)}`;
  if (suffices === 'surely') return `${budget} suffices.`;
  const about = `about ${budgetText(kind, expected)} ${kind === 'time' ? 'if the endpoints keep up' : 'expected'}`;
  if (suffices === 'probably') return `${budget} will probably suffice: ${about}.`;
  const rest = left < limit ? `, of which ${budgetText(kind, left)} are left,` : '';
  return `${budget}${rest} will not suffice: ${about}. It reaches for about ${percent(left / expected)} of the calls.`;
}

/** Which budgets stopped a session, and how to go on; null where none did. */
export function spentText(uses: readonly BudgetUse[]): string | null {
  const spent = uses.filter(({ isSpent }) => isSpent);
  if (spent.length === 0) return null;
  const each = spent.map(({ kind, limit, used }) =>
    kind === 'time'
      ? `The time of ${budgetText(kind, limit)} is over.`
      : `The budget of ${budgetText(kind, limit)} is spent: ${budgetText(kind, used)} taken, and the next call might take more than is left.`,
  );
  const isTime = spent.every(({ kind }) => kind === 'time');
  return `${each.join(' ')} All answers are kept. --resume${isTime ? '' : ' with a larger --budget'} goes on.`;
}
