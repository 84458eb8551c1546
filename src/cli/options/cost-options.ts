import { type Command, InvalidArgumentError } from 'commander';
import type { ItemCosts } from '../../cat/robust/item-costs.ts';
import { fail } from '../../errors.ts';
import { readDollars } from '../../files/items/read-costs.ts';
import { dollarsOf } from '../../operations/asking/budgets.ts';

/** What items cost, and what a test may cost. */
export interface CostOptions {
  readonly costs?: string;
  readonly maxCost?: number;
}

/** Adds `--costs` and `--max-cost`, of commands that test models. */
export function addCostOptions(command: Command): Command {
  return command
    .option(
      '--costs <file>',
      'CSV with the columns item,cost (dollars): "robust" then chooses items by information per dollar, except its random share',
    )
    .option(
      '--max-cost <dollars>',
      'with --costs: the most that the items of one test may cost together, such as 75usd',
      testDollars,
    );
}

/** Dollars of `75usd`, `$75` or `75`. */
function testDollars(text: string): number {
  const dollars = dollarsOf(text) ?? dollarsOf(`${text}usd`);
  if (dollars === null)
    throw new InvalidArgumentError('Accepted: dollars above 0, such as 75usd or 75.');
  return dollars;
}

/** Refuses a bound without what it bounds. @throws OPTIONS_CONFLICT */
export function requireCosts({ costs, maxCost }: CostOptions): void {
  if (maxCost !== undefined && costs === undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--max-cost',
      reason: 'needs to know what items cost: add --costs FILE, a CSV with the columns item,cost.',
    });
}

/** The costs that the options give; undefined if none. @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID */
export function readItemCosts(
  { costs, maxCost }: CostOptions,
  items: readonly string[],
): ItemCosts | undefined {
  return costs === undefined ? undefined : { dollars: readDollars(costs, items), most: maxCost };
}
