import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { postHocSteps, writeFileWhole } from 'thetarank';
import { type PostHocTests, postHocTests } from 'thetarank/study';
import { progressBar, wholeNumber, wholeNumbers } from '../../../src/cli/command-kit.ts';
import { pageOption } from '../page-option.ts';
import { addBankOptions, type BankOptions, readBank } from '../read-bank.ts';
import { COST_KINDS, type CostKind, drawnCosts, MEAN_COST } from './drawn-costs.ts';
import { costsPage } from './page.ts';

interface CostsOptions extends BankOptions {
  readonly budgets: readonly number[];
  readonly seeds: number;
  readonly raw: string;
  readonly out: string;
}

/** The tests of one repetition, as they are kept. */
export interface KeptTests {
  readonly bank: string;
  readonly kind: CostKind;
  /** Of a test, in mean costs of an item. */
  readonly budget: number;
  readonly repetition: number;
  /** Whether `robust` chose by information per dollar. */
  readonly perDollar: boolean;
  readonly tests: PostHocTests;
}

const BANK = 'swebench-verified';
const FOLDS = 5;

/** `npm run research -- costs` */
export function addCostsCommand(evidence: Command): void {
  addBankOptions(
    evidence
      .command('costs')
      .description(
        `What does choosing by information per dollar save? On SIMULATED costs of the items of one bank, ${BANK} by default. Adds repetitions to --raw, where it goes on from what is there, and makes the page. About 20 minutes.`,
      ),
  )
    .optionsGroup('The tests:')
    .option(
      '--budgets <a,b>',
      'what a test may cost, in mean costs of an item',
      wholeNumbers(1),
      [25, 50, 100],
    )
    .option(
      '--seeds <n>',
      `repetitions, each of ${FOLDS} folds and costs of their own`,
      wholeNumber(1),
      6,
    )
    .optionsGroup('Results:')
    .option('--raw <file>', 'keep the tests there, JSON Lines', 'costs-evidence.jsonl')
    .addOption(pageOption('costs.md'))
    .action(run);
}

function run({ budgets, seeds, raw, out, ...options }: CostsOptions): void {
  const { bank, families } = readBank(options) ?? readBank({ bank: BANK })!;
  const nameOf = (one: Omit<KeptTests, 'tests'>) =>
    [one.bank, one.kind, one.budget, one.repetition, one.perDollar].join(' ');
  const known = new Set(keptIn(raw).map(nameOf));
  for (let repetition = 1; repetition <= seeds; repetition++)
    for (const kind of COST_KINDS)
      for (const budget of budgets)
        for (const perDollar of [true, false]) {
          const cell = { bank: bank.name, kind, budget, repetition, perDollar };
          if (known.has(nameOf(cell))) continue;
          const dollars = drawnCosts(bank, kind, repetition);
          const request = {
            bank,
            families,
            lengths: [bank.responses.items.length],
            strategies: perDollar ? ['robust', 'random', 'random-irt'] : ['robust'],
            folds: FOLDS,
            seeds: 1,
            seed: repetition,
            costs: { dollars, most: budget * MEAN_COST, perDollar },
          };
          const bar = progressBar();
          bar.start(postHocSteps(request), nameOf(cell));
          const tests = postHocTests(request, (doing) => bar.advance(doing));
          bar.stop();
          appendFileSync(raw, `${JSON.stringify({ ...cell, tests } satisfies KeptTests)}\n`);
        }
  const own = keptIn(raw).filter((one) => one.bank === bank.name && one.repetition <= seeds);
  writeFileWhole(out, costsPage({ bank, families }, own));
}

function keptIn(raw: string): KeptTests[] {
  if (!existsSync(raw)) return [];
  const lines = readFileSync(raw, 'utf8').split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as KeptTests]));
}
