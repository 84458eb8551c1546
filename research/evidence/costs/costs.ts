import { type PostHocTests, postHocTests } from 'thetarank/study';
import { study, table } from '../../study.ts';
import { bankOf } from '../recorded-data.ts';
import { COST_KINDS, type CostKind, drawnCosts, MEAN_COST } from './drawn-costs.ts';
import { costsPage } from './page.ts';

/** The tests of one repetition. */
export interface KeptTests {
  readonly kind: CostKind;
  /** Of a test, in mean costs of an item. */
  readonly budget: number;
  readonly repetition: number;
  /** Whether `robust` chose by information per dollar. */
  readonly perDollar: boolean;
  readonly tests: PostHocTests;
}

const BANK = 'swebench-verified';
const BUDGETS = [25, 50, 100];
/** Repetitions, each of five folds and costs of their own. */
const SEEDS = 6;

export const costs = study({
  question: `What does choosing by information per dollar save? On SIMULATED costs of the items of ${BANK}. About 20 minutes.`,
  page: 'costs.md',
  tables({ data }) {
    const { bank, families } = bankOf(BANK, data);
    return {
      tests: table(
        COST_KINDS.flatMap((kind) =>
          BUDGETS.flatMap((budget) =>
            [true, false].map((perDollar) => ({ kind, budget, perDollar })),
          ),
        ),
        SEEDS,
        ({ kind, budget, perDollar }, repetition) => {
          const dollars = drawnCosts(bank, kind, repetition);
          return postHocTests({
            ...{ bank, families, folds: 5, seeds: 1, seed: repetition },
            lengths: [bank.responses.items.length],
            strategies: perDollar ? ['robust', 'random', 'random-irt'] : ['robust'],
            costs: { dollars, most: budget * MEAN_COST, perDollar },
          });
        },
      ),
    };
  },
  write: ({ tests }, { data }) =>
    costsPage(
      bankOf(BANK, data),
      tests.flatMap(({ cell, results }) =>
        results.map((own, k) => ({ ...cell, repetition: k + 1, tests: own })),
      ),
    ),
});
