import { join } from 'node:path';
import type { Command } from 'commander';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { checkWritable, toCsv, writeFileWhole } from '../../files/write/write.ts';
import {
  type OrderRecordedRequest,
  type OrderResult,
  orderRecorded,
  orderSteps,
} from '../../ranking/ordering/order-recorded.ts';
import { shellWord } from '../../shell-word.ts';
import { defaultItems } from '../../workflow/live/test-defaults.ts';
import { bankCache } from '../options/bank-cache.ts';
import { addBankOptions, type BankOptions, readBank, sourceOf } from '../options/bank-source.ts';
import {
  confidence,
  keepInputs,
  modelNames,
  positiveNumber,
  wholeNumber,
} from '../options/options.ts';
import { printedAnyway } from '../output/printed-anyway.ts';
import { progressBar } from '../output/progress.ts';
import { printText } from '../output/typed-commands.ts';
import { scoreTarget } from '../rank/target-options.ts';
import { groupsOf, orderReport } from './order-report.ts';

interface OrderOptions extends BankOptions {
  readonly confidence: number;
  readonly target?: ScoreTarget;
  readonly margin: number;
  readonly totalItems?: number;
  readonly models?: string;
  readonly seed: number;
  readonly includeFlagged?: boolean;
  readonly json?: boolean;
  readonly out?: string;
}

const RESULT_FILES = ['leaderboard.csv', 'pairs.csv', 'result.json', 'sessions.jsonl'];

const EXAMPLES = `
Examples:
  thetarank order --bank cruxeval-o
  thetarank order --bank mmlu-pro --confidence 0.95 --margin 1 --total-items 20000
  thetarank order --responses answers.csv --target expected --out order`;

/** `thetarank order`: recorded models put into order, items going where it is undecided. */
export function addOrderCommand(program: Command): void {
  const command = program
    .command('order')
    .description(
      'Put recorded models in order: ask items where the order is undecided, until every pair of models is ordered or tied, with one confidence over all pairs.',
    );
  addBankOptions(command)
    .optionsGroup('The order:')
    .option(
      '--confidence <p>',
      'probability that all declarations together are right',
      confidence,
      0.95,
    )
    .option(
      '--margin <points>',
      'models whose scores differ by less count as tied',
      positiveNumber,
      1,
    )
    .option(
      '--total-items <n>',
      'most items over all models together (default: models × the items per model of thetarank rank)',
      wholeNumber(1),
    )
    .option(
      '--target <score>',
      'score to order by: recorded (on this bank) or expected (on items like these)',
      scoreTarget,
      'recorded',
    )
    .option('--models <a,b>', 'put only these models in order')
    .option(
      '--include-flagged',
      'let adaptive choice use items that work backwards; by default it leaves them out',
    )
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .optionsGroup('Results:')
    .option('--json', 'print JSON')
    .option(
      '--out <folder>',
      'also write leaderboard.csv, pairs.csv, result.json and sessions.jsonl there',
    )
    .addHelpText('after', EXAMPLES)
    .action(orderModels);
}

async function orderModels(options: OrderOptions): Promise<void> {
  const { out } = options;
  const files = out === undefined ? [] : RESULT_FILES.map((file) => join(out, file));
  for (const file of files) keepInputs(file, options);
  checkWritable(files);
  const { bank, families } = await readBank(options);
  const { items, examinees } = bank.responses;
  const models = options.models === undefined ? undefined : modelNames(options.models, examinees);
  const request: OrderRecordedRequest = {
    bank,
    families,
    models,
    seed: options.seed,
    includeFlagged: options.includeFlagged,
    target: options.target,
    confidence: options.confidence,
    margin: options.margin,
    budget: options.totalItems ?? new Set(models ?? examinees).size * defaultItems(items.length),
    cacheFolder: bankCache(options.bank),
  };
  const progress = progressBar();
  progress.start(orderSteps(request), 'calibrating');
  let result: OrderResult;
  try {
    result = orderRecorded(request, (doing) => progress.advance(doing));
  } finally {
    progress.stop();
  }
  const print = (written: readonly string[] | null) => {
    if (options.json) {
      const { sessions: _, ...summary } = result;
      console.log(JSON.stringify(summary, null, 2));
      return;
    }
    printText(orderReport(result));
    printText(`\n${nextStep(result, sourceOf(options))}`);
    if (written !== null && written.length > 0)
      printText(`\nWritten to ${out}: ${written.join(', ')}.`);
  };
  await printedAnyway(() => (out === undefined ? [] : writeOrder(out, result)), print);
}

function nextStep(result: OrderResult, source: string): string {
  const { pairs, budget, spent, models, bankItems } = result;
  const isOpen = pairs.some(({ verdict, isDecidable }) => verdict === 'undecided' && isDecidable);
  if (isOpen && spent >= budget && spent < models.length * bankItems)
    return `Next: decide more pairs with --total-items ${Math.min(2 * budget, models.length * bankItems)}, or a wider --margin.`;
  if (models.length > 2)
    return `Next: to see how often such orders are wrong, over seeds: thetarank simulate ordering ${source}`;
  return `Next: to see the score of each model with its interval: thetarank rank ${source} --models ${shellWord(models.map(({ model }) => model).join())}`;
}

function writeOrder(folder: string, result: OrderResult): readonly string[] {
  const { sessions, ...summary } = result;
  const write = (file: string, text: string) => writeFileWhole(join(folder, file), text);
  const { target } = result;
  const rows = result.models.map((row) => ({
    ...row,
    tiedGroup: groupsOf(row.model, result),
    target,
  }));
  write('leaderboard.csv', table(rows));
  write('pairs.csv', table(result.pairs.map((pair) => ({ ...pair, target }))));
  write('result.json', `${JSON.stringify(summary, null, 2)}\n`);
  write('sessions.jsonl', sessions.map((session) => `${JSON.stringify(session)}\n`).join(''));
  return RESULT_FILES;
}

function table<Row extends object>(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0]) as (keyof Row & string)[];
  return toCsv(
    columns,
    rows.map((row) =>
      columns.map((column) => {
        const value = row[column];
        return typeof value === 'number' || typeof value === 'boolean'
          ? value
          : String(value ?? '');
      }),
    ),
  );
}
