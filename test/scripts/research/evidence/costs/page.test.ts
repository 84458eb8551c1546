import { describe, expect, test } from 'vitest';
import type { KeptTests } from '../../../../../scripts/research/evidence/costs/costs.ts';
import { drawnCosts } from '../../../../../scripts/research/evidence/costs/drawn-costs.ts';
import { costsPage } from '../../../../../scripts/research/evidence/costs/page.ts';
import { postHocTests } from '../../../../../sim/post-hoc/post-hoc.ts';
import { mean } from '../../../../../src/statistics/mean.ts';
import { pearson } from '../../../../../src/statistics/pearson.ts';
import { MODELS, simulatedBank } from '../../../../ranking/simulated-bank.ts';

const bank = simulatedBank(MODELS, 200);

describe('drawn costs', () => {
  const { scores } = bank.responses;
  const right = bank.responses.items.map((_, j) => mean(MODELS.map((_, i) => scores[i * 200 + j])));
  const correlation = (costs: Float64Array) =>
    pearson(
      right.map((share) => -share),
      Array.from(costs, Math.log),
    );

  test('have the mean and the spread that the page says', () => {
    for (const kind of ['independent', 'rising'] as const)
      for (const seed of [1, 2, 3]) {
        const costs = drawnCosts(bank, kind, seed);
        expect(mean(costs)).toBeCloseTo(1.5, 10);
        expect(Math.min(...costs)).toBeGreaterThan(0);
        const logs = Array.from(costs, Math.log);
        const centre = mean(logs);
        const spread = Math.sqrt(mean(logs.map((log) => (log - centre) ** 2)));
        expect(Math.abs(spread - 1)).toBeLessThan(0.2);
      }
    expect(drawnCosts(bank, 'rising', 2)).not.toEqual(drawnCosts(bank, 'rising', 1));
  });

  test('rise with difficulty only where they are to', () => {
    const kinds = ['independent', 'rising'] as const;
    const [independent, rising] = kinds.map((kind) =>
      mean([1, 2, 3, 4].map((seed) => correlation(drawnCosts(bank, kind, seed)) as number)),
    );
    expect(Math.abs(independent)).toBeLessThan(0.15);
    expect(Math.abs(rising - 0.7)).toBeLessThan(0.12);
  });
});

test('a table a kind of costs, all labelled as simulated', () => {
  const kept = (['independent', 'rising'] as const).flatMap((kind) =>
    [true, false].map((perDollar): KeptTests => {
      const tests = postHocTests({
        ...{ bank, families: null, lengths: [200], folds: 2, seeds: 1, seed: 1 },
        strategies: perDollar ? ['robust', 'random', 'random-irt'] : ['robust'],
        costs: { dollars: drawnCosts(bank, kind, 1), most: 30, perDollar },
      });
      return { bank: bank.name, kind, budget: 20, repetition: 1, perDollar, tests };
    }),
  );
  const page = costsPage({ bank, families: null }, JSON.parse(JSON.stringify(kept)));
  expect(page).toContain('**The costs are simulated**');
  expect(page).toContain('## Simulated costs, independent of difficulty');
  expect(page).toContain('## Simulated costs that rise with difficulty');
  const rows = page.split('\n').filter((line) => line.startsWith('| $30.00 '));
  expect(rows).toHaveLength(8);
  // Error, its standard error, dollars below the most; the plain test is what others are compared with.
  for (const row of rows) {
    expect(row).toMatch(/\| \d+\.\d\d ± \d+\.\d\d \|/);
    const dollars = Number(row.split(' | ').at(-2));
    expect(dollars).toBeGreaterThan(25);
    expect(dollars).toBeLessThanOrEqual(30);
  }
  expect(rows.filter((row) => row.endsWith(' | 1 |'))).toHaveLength(2);
});
