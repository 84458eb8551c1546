import type { ItemCosts } from '../cat/robust/item-costs.ts';
import { fail } from '../errors.ts';
import { money2 } from '../numbers.ts';
import { STRATEGIES, type StrategyName, strategyOf } from './live/strategies.ts';
import type { RecordedBank } from './recorded-bank.ts';

/**
 * Refuses a bound that pays for no answer of a recorded model: its test would have no item.
 * @throws OPTION_INVALID
 */
export function checkAnswersPaid(
  costs: ItemCosts | undefined,
  { responses }: Pick<RecordedBank, 'responses'>,
): void {
  if (costs?.most === undefined) return;
  const { dollars, most } = costs;
  const { examinees, items, scores } = responses;
  examinees.forEach((name, i) => {
    const own = dollars.filter((_, j) => !Number.isNaN(scores[i * items.length + j]));
    const least = own.reduce((min, cost) => Math.min(min, cost), Number.POSITIVE_INFINITY);
    if (own.length > 0 && least > most)
      fail('OPTION_INVALID', {
        option: '--max-cost',
        found: `${money2(most)}, where the cheapest item that ${name} has an answer to costs ${money2(least)}`,
        accepted: 'at least that',
      });
  });
}

/** @throws OPTIONS_CONFLICT, OPTION_INVALID for costs that a test cannot use */
export function checkCosts({
  strategy,
  costs,
  bank,
}: {
  readonly strategy: StrategyName;
  readonly costs?: ItemCosts | undefined;
  readonly bank: Pick<RecordedBank, 'responses'>;
}): void {
  if (costs === undefined) return;
  const { dollars, most } = costs;
  if (strategyOf(strategy).costs === null)
    fail('OPTIONS_CONFLICT', {
      options: `--costs, --strategy ${strategy}`,
      reason: `this strategy cannot use costs. Those that can: ${Object.entries(STRATEGIES)
        .flatMap(([name, { costs }]) => (costs === null ? [] : [`${name}, which ${costs}`]))
        .join('; ')}.`,
    });
  const { items } = bank.responses;
  if (dollars.length !== items.length)
    fail('OPTION_INVALID', {
      option: 'costs',
      found: `${dollars.length} costs for ${items.length} items`,
      accepted: 'one for each item',
    });
  const wrong = dollars.findIndex((cost) => !(cost >= 0 && Number.isFinite(cost)));
  if (wrong >= 0)
    fail('OPTION_INVALID', {
      option: 'costs',
      found: `${dollars[wrong]} for item ${items[wrong]}`,
      accepted: 'finite numbers above 0, and 0 for items that cannot be asked',
    });
  const least = dollars.reduce((m, cost) => (cost > 0 && cost < m ? cost : m), Infinity);
  if (most !== undefined && !(most >= least))
    fail('OPTION_INVALID', {
      option: '--max-cost',
      found: `${money2(most)}, where the cheapest item costs ${money2(least)}`,
      accepted: 'at least that',
    });
}
