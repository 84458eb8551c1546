import {
  type FractionalAnswers,
  fractionalBank,
  holds,
  type ItemKind,
  postHocTests,
} from 'thetarank/study';
import { study, table } from '../../study.ts';
import { figure } from '../../text.ts';
import { guessingRows } from './guessing.ts';
import { atLeastNormal, intervalsOf } from './intervals.ts';
import { MIXED } from './mixed-kinds.ts';
import { fractionsPage } from './page.ts';

const BANKS = 10;
const LENGTHS = [30, 60];
const STRATEGIES = ['robust', 'paper', 'random-irt', 'random'];
const ANSWERS: readonly (readonly [string, FractionalAnswers | readonly ItemKind[]])[] = [
  ['beta, φ = 0.1', { beta: 0.1 }],
  ['beta, φ = 0.2', { beta: 0.2 }],
  ['beta, φ = 0.3', { beta: 0.3 }],
  ['0, ¼, ½, ¾, 1 (φ = 0.25)', { graded: 4 }],
  ['0 and 1 (φ = 1)', { graded: 1 }],
  ['mixed kinds', MIXED],
];

export const fractions = study({
  question:
    'Do 90% intervals of fractional scores and mixed banks hold, and how wide are they? Some ten minutes.',
  page: 'fractional-scores.md',
  settings: { models: 40, items: 300 },
  tables: (size) => ({
    kinds: table(ANSWERS, BANKS, ([, answers], run) => testSums(answers, size, run)),
    guessing: table(['guessing'], 1, guessingRows),
  }),
  write: ({ kinds, guessing }, { models, items }) =>
    fractionsPage(
      kinds.flatMap(({ cell: [name], results }) => rowsOf(name, results, models)),
      guessing.flatMap(({ results: [rows] }) => rows),
      { banks: BANKS, models, items },
    ),
});

interface Sums {
  readonly held: number;
  readonly width: number;
  readonly floored: number;
  readonly error: number;
}

/** Sums over the models of one bank, by strategy and length. */
function testSums(
  answers: (typeof ANSWERS)[number][1],
  { models, items }: { readonly models: number; readonly items: number },
  b: number,
): Sums[][] {
  const bank = fractionalBank(answers, models, items, `fractional-evidence ${b}`);
  const { outcomes, ...tested } = postHocTests({
    ...{ bank, lengths: LENGTHS, strategies: STRATEGIES, families: bank.families! },
    ...{ folds: 5, seeds: 1, seed: b },
  });
  const actual = Float64Array.from(tested.actual);
  return outcomes.map((ofStrategy) =>
    ofStrategy.map(([tests]) => {
      const sum = { held: 0, width: 0, floored: 0, error: 0 };
      intervalsOf(tests, actual, tested.families).forEach((own, i) => {
        const floored = atLeastNormal(own);
        sum.held += Number(holds(own, actual[i]));
        sum.width += 100 * (own.high - own.low);
        sum.floored += 100 * (floored.high - floored.low);
        sum.error += 100 * Math.abs(own.score - actual[i]);
      });
      return sum;
    }),
  );
}

/** One row for each strategy and length, over all banks and models. */
function rowsOf(name: string, banks: readonly Sums[][][], models: number): string[][] {
  const tests = banks.length * models;
  return STRATEGIES.flatMap((strategy, s) =>
    LENGTHS.map((length, l) => {
      const sum = (of: keyof Sums) => banks.reduce((all, bank) => all + bank[s][l][of], 0);
      const share = sum('held') / tests;
      const se = Math.sqrt((share * (1 - share)) / tests);
      return [
        name,
        strategy,
        String(length),
        figure(sum('error') / tests, 2),
        `${figure(100 * share, 1)} ± ${figure(100 * se, 1)}`,
        figure(sum('width') / tests, 1),
        figure(sum('floored') / tests, 1),
      ];
    }),
  );
}
