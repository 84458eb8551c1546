import type { ItemCosts } from '../cat/robust/item-costs.ts';
import { fail } from '../errors.ts';
import { type StrategyName, strategyOf } from './live/strategies.ts';

/** The bound of tests that may grow, checked. @throws OPTION_INVALID, OPTIONS_CONFLICT, TOO_MANY_ITEMS */
export function checkGrowth(
  growTo: number | null | undefined,
  {
    items,
    strategy,
    costs,
  }: {
    readonly items: number;
    readonly strategy: StrategyName;
    readonly costs?: ItemCosts | undefined;
  },
  available: number,
  where: string,
): void {
  if (growTo == null) return;
  if (costs !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--grow-to, --costs',
      reason:
        'a test that grows does not count money, and one with costs ends by its items or its money (--max-cost); leave one of the options out.',
    });
  if (!strategyOf(strategy).grows)
    fail('OPTIONS_CONFLICT', {
      options: `--grow-to, --strategy ${strategy}`,
      reason: 'only robust tests can grow; leave one of the options out.',
    });
  if (growTo <= items)
    fail('OPTION_INVALID', {
      option: '--grow-to',
      found: `${growTo}, where each test has ${items} items anyway`,
      accepted: `a number above ${items}, or a smaller --items`,
    });
  if (growTo > available)
    fail('OPTION_INVALID', {
      option: '--grow-to',
      found: `${growTo}, where ${where} has ${available} items`,
      accepted: `at most ${available}`,
    });
}
