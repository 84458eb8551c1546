import { expect, test } from 'vitest';
import { chargesOf, type Prices, valueBound } from '../../../src/cat/assemble/prices.ts';
import { openTest, requirementsOf } from '../../../src/cat/assemble/requirements.ts';
import { searchWhole } from '../../../src/cat/assemble/search-whole.ts';
import { DEFAULT_BOUNDS, prepareBank } from '../../../src/cat/bank.ts';
import { loadSolver } from '../../../src/highs-solver.ts';
import { randomStream } from '../../../src/random.ts';
import { simulatedItems } from '../simulated.ts';

const solver = await loadSolver();
const SIZE = 100;
const ids = Array.from({ length: SIZE }, (_, j) => `q${j}`);

/** The greatest value of `length` items within a budget of whole numbers, by dynamic programming. */
function knapsack(values: Float64Array, costs: Float64Array, length: number, budget: number) {
  const best = Array.from({ length: length + 1 }, () =>
    new Float64Array(budget + 1).fill(Number.NEGATIVE_INFINITY),
  );
  best[0].fill(0);
  for (let j = 0; j < values.length; j++)
    for (let n = length; n > 0; n--)
      for (let b = budget; b >= costs[j]; b--)
        best[n][b] = Math.max(best[n][b], best[n - 1][b - costs[j]] + values[j]);
  return best[length][budget];
}

test.each([0, 0.02, 0.1, 0.4])('prices that are off by %d only make the search longer', (off) => {
  let rounds = 0;
  for (let trial = 0; trial < 5; trial++) {
    const random = randomStream('whole', trial);
    const values = Float64Array.from(ids, () => random());
    const costs = Float64Array.from(ids, () => 1 + Math.floor(20 * random()));
    const length = 12;
    const budget = 60;
    const bank = prepareBank(ids, simulatedItems('3PL', SIZE, 'whole'), {}, DEFAULT_BOUNDS, costs);
    const asked = { length, quotas: [], enemies: [], budget, isOpen: () => true };
    const requirements = requirementsOf(bank, asked);
    const open = openTest(requirements);
    // Near those of the best test: what one more item, and one more unit of the budget, are worth.
    const prices: Prices = { item: 0.5 - off, groups: new Float64Array(0), cost: 0.03 };
    const [charge] = chargesOf(requirements, prices);
    const reduced = values.map((value, j) => value - charge - prices.cost * costs[j]);
    const positive = reduced.reduce((sum, r) => sum + Math.max(0, r), 0);
    const cheapest = [...ids.keys()].sort((x, y) => costs[x] - costs[y]).slice(0, length);
    const known = Int32Array.from(cheapest).sort();
    const found = searchWhole(
      {
        requirements,
        open,
        values,
        candidates: [...ids.keys()],
        reduced,
        bound: valueBound(open, prices, positive),
        rounding: 1e-9,
        within: 0,
      },
      { items: known, value: known.reduce((sum, j) => sum + values[j], 0) },
      { items: known, columns: new Float64Array(length).fill(1) },
      solver,
    );
    const value = found.items.reduce((sum, j) => sum + values[j], 0);
    expect(value).toBeCloseTo(knapsack(values, costs, length, budget), 8);
    expect(found.gap).toBe(0);
    rounds += found.solved;
  }
  expect(rounds).toBeGreaterThanOrEqual(5);
  expect(rounds).toBeLessThanOrEqual(10);
});
