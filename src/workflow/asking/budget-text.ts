import { count, decimal, money2 } from '../../numbers.ts';
import type { BudgetKind } from '../../run/run-budgets.ts';

/** An amount of a budget in words: `$20.00`, `5,000,000 tokens`, `1h30m`. */
export function budgetText(kind: BudgetKind, amount: number): string {
  if (kind === 'money') return money2(amount);
  if (kind === 'tokens') return `${count(Math.round(amount))} tokens`;
  return timeText(amount);
}

function timeText(milliseconds: number): string {
  if (milliseconds < 60_000) return `${decimal(milliseconds / 1000, milliseconds % 1000 ? 1 : 0)}s`;
  const seconds = Math.round(milliseconds / 1000);
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ];
  const parts: [number, string][] = [
    [hours, 'h'],
    [minutes, 'm'],
    [rest, 's'],
  ];
  return parts.map(([n, unit]) => (n === 0 ? '' : `${n}${unit}`)).join('');
}
