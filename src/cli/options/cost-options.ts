import { type Command, InvalidArgumentError } from 'commander';
import { z } from 'zod';
import { fail } from '../../errors.ts';
import { COSTS_MISSING, itemCosts } from '../../operations/item-costs.ts';
import { fieldsOf } from '../../operations/options.ts';
import { helpOf } from '../operations/flags.ts';

export { readItemCosts } from '../../operations/item-costs.ts';

/** What items cost, and what a test may cost. */
export interface CostOptions {
  readonly costs?: string;
  readonly maxCost?: number;
}

/** Adds `--costs` and `--max-cost`, of commands that test models. */
export function addCostOptions(command: Command): Command {
  const [costs, maxCost] = fieldsOf(z.object(itemCosts)).map(helpOf);
  return command.addOption(costs).addOption(maxCost.argParser(testDollars));
}

function testDollars(text: string): number {
  const read = itemCosts.maxCost.safeParse(text);
  if (read.data === undefined)
    throw new InvalidArgumentError('Accepted: dollars above 0, such as 75usd or 75.');
  return read.data;
}

/** Refuses a bound without what it bounds. @throws OPTIONS_CONFLICT */
export function requireCosts({ costs, maxCost }: CostOptions): void {
  if (maxCost !== undefined && costs === undefined)
    fail('OPTIONS_CONFLICT', { options: '--max-cost', reason: COSTS_MISSING });
}
