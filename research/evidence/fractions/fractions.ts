import type { Command } from 'commander';
import { writeFileWhole } from 'thetarank';
import {
  type FractionalAnswers,
  fractionalBank,
  holds,
  type ItemKind,
  postHocTests,
} from 'thetarank/study';
import { figure } from '../markdown.ts';
import { pageOption } from '../page-option.ts';
import { guessingRows } from './guessing.ts';
import { atLeastNormal, intervalsOf } from './intervals.ts';
import { MIXED } from './mixed-kinds.ts';
import { fractionsPage } from './page.ts';

const BANKS = 10;
const MODELS = 40;
const ITEMS = 300;
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

/** `npm run research -- fractions` */
export function addFractionsCommand(evidence: Command): void {
  evidence
    .command('fractions')
    .description(
      'Do 90% intervals of fractional scores and mixed banks hold, and how wide are they? Some ten minutes.',
    )
    .addOption(pageOption('fractional-scores.md'))
    .action(({ out }: { out: string }) => {
      const size = { banks: BANKS, models: MODELS, items: ITEMS };
      writeFileWhole(out, fractionsPage(fractionRows(), guessingRows(), size));
    });
}

/** One row for each kind of answers, strategy and length, over all banks and models. */
function fractionRows(): string[][] {
  const rows: string[][] = [];
  for (const [name, answers] of ANSWERS) {
    const sums = STRATEGIES.map(() =>
      LENGTHS.map(() => ({ held: 0, width: 0, floored: 0, error: 0 })),
    );
    for (let b = 1; b <= BANKS; b++) {
      const bank = fractionalBank(answers, MODELS, ITEMS, `fractional-evidence ${b}`);
      const { outcomes, ...study } = postHocTests({
        bank,
        lengths: LENGTHS,
        strategies: STRATEGIES,
        families: bank.families!,
        folds: 5,
        seeds: 1,
        seed: b,
      });
      const actual = Float64Array.from(study.actual);
      outcomes.forEach((ofStrategy, s) => {
        ofStrategy.forEach(([tests], l) => {
          const sum = sums[s][l];
          intervalsOf(tests, actual, study.families).forEach((own, i) => {
            const floored = atLeastNormal(own);
            sum.held += Number(holds(own, actual[i]));
            sum.width += 100 * (own.high - own.low);
            sum.floored += 100 * (floored.high - floored.low);
            sum.error += 100 * Math.abs(own.score - actual[i]);
          });
        });
      });
    }
    const tests = BANKS * MODELS;
    sums.forEach((ofStrategy, s) => {
      ofStrategy.forEach(({ held, width, floored, error }, l) => {
        const share = held / tests;
        const se = Math.sqrt((share * (1 - share)) / tests);
        rows.push([
          name,
          STRATEGIES[s],
          String(LENGTHS[l]),
          figure(error / tests, 2),
          `${figure(100 * share, 1)} ± ${figure(100 * se, 1)}`,
          figure(width / tests, 1),
          figure(floored / tests, 1),
        ]);
        console.log(rows.at(-1)!.join(' | '));
      });
    });
  }
  return rows;
}
