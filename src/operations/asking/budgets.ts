import { fail } from '../../errors.ts';
import {
  BUDGET_KINDS,
  type BudgetKind,
  type BudgetLimits,
  NO_LIMITS,
} from '../../run/run-budgets.ts';
import { budgetText } from '../../workflow/asking/budget-text.ts';

const NUMBER = String.raw`\d*\.?\d+`;
/** The unit must be there: a number alone is one of items elsewhere. */
const MONEY = new RegExp(String.raw`^(?:\$(${NUMBER})|(${NUMBER})\s*(?:usd|\$))$`, 'i');
const TOKENS = new RegExp(String.raw`^(${NUMBER})\s*([kmg]?)\s*tok(?:en)?s?$`, 'i');
const TIME = new RegExp(
  String.raw`^(?:(${NUMBER})\s*h)?\s*(?:(${NUMBER})\s*m(?:in)?)?\s*(?:(${NUMBER})\s*s)?$`,
  'i',
);
const THOUSANDS: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9 };
const HOUR = 3_600_000;
/** The longest wait of a timer, with a reserve. */
const LONGEST = 20 * 24 * HOUR;

const ACCEPTED =
  'dollars (20usd, $20), tokens (5Mtok, 500ktok, 2000000tokens) or a time of up to 20 days (90min, 2h, 1h30m, 45s)';

/** Dollars of `5usd` or `$5`; null if it is no amount above 0. */
export function dollarsOf(text: string): number | null {
  const match = MONEY.exec(text.trim());
  return atLeast(Number(match?.[1] ?? match?.[2]), Number.MIN_VALUE);
}

/** Tokens of `5Mtok`; null if it is no number of at least 1 that can be counted exactly. */
function tokensOf(text: string): number | null {
  const match = TOKENS.exec(text);
  if (match === null) return null;
  const tokens = Math.round(Number(match[1]) * THOUSANDS[match[2].toLowerCase()]);
  return Number.isSafeInteger(tokens) ? atLeast(tokens, 1) : null;
}

/** Milliseconds of `1h30m`; null if it is no time of 1 ms to 20 days. */
function timeOf(text: string): number | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0));
  const time = Math.round(hours * HOUR + minutes * 60_000 + seconds * 1000);
  return time <= LONGEST ? atLeast(time, 1) : null;
}

function atLeast(value: number, least: number): number | null {
  return value >= least && Number.isFinite(value) ? value : null;
}

const READERS: Readonly<Record<BudgetKind, (text: string) => number | null>> = {
  money: dollarsOf,
  tokens: tokensOf,
  time: timeOf,
};

/**
 * The bounds that `--budget` sets: it may be given several times, and with several of them between commas.
 * @throws OPTION_INVALID for what is none, and for two of one kind
 */
export function readBudgets(given: readonly string[] = []): BudgetLimits {
  const limits: Record<BudgetKind, number | null> = { ...NO_LIMITS };
  for (const text of given.flatMap((one) => one.split(','))) {
    const kind = BUDGET_KINDS.find((one) => READERS[one](text.trim()) !== null);
    if (kind === undefined)
      return fail('OPTION_INVALID', {
        option: '--budget',
        found: `"${text.slice(0, 40)}"`,
        accepted: `${ACCEPTED}; several separated by commas`,
      });
    if (limits[kind] !== null)
      fail('OPTION_INVALID', {
        option: '--budget',
        found: `${budgetText(kind, limits[kind])} and "${text.trim()}"`,
        accepted: `at most one budget of ${kind}`,
      });
    limits[kind] = READERS[kind](text.trim());
  }
  return limits;
}
