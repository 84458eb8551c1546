import { percent } from '../../numbers.ts';
import { budgetText } from '../../workflow/asking/budget-text.ts';
import type { BudgetOutlook, BudgetUse } from '../../workflow/synthesis/synthesis-budgets.ts';

/** Whether a budget will do, in a line. */
export function outlookText({ kind, limit, left, expected, suffices }: BudgetOutlook): string {
  const budget = `The budget of ${budgetText(kind, limit)}`;
  if (suffices === 'surely') return `${budget} suffices.`;
  const about = `about ${budgetText(kind, expected)} ${kind === 'time' ? 'if the endpoints keep up' : 'expected'}`;
  if (suffices === 'probably') return `${budget} is probably enough: ${about}.`;
  const rest = left < limit ? `, of which ${budgetText(kind, left)} are left,` : '';
  return `${budget}${rest} is not enough: ${about}. It covers about ${percent(left / expected)} of the calls.`;
}

/** Which budgets stopped the run, and how to continue; null if none did. */
export function spentText(uses: readonly BudgetUse[]): string | null {
  const spent = uses.filter(({ isSpent }) => isSpent);
  if (spent.length === 0) return null;
  const each = spent.map(({ kind, limit, used }) =>
    kind === 'time'
      ? `The time limit of ${budgetText(kind, limit)} is reached.`
      : `The budget of ${budgetText(kind, limit)} is spent: ${budgetText(kind, used)} used, and the next call might cost more than is left.`,
  );
  const isTime = spent.every(({ kind }) => kind === 'time');
  return `${each.join(' ')} All answers are kept. To continue, add --resume${isTime ? '' : ' and a larger --budget'}.`;
}
