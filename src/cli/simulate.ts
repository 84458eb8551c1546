import type { Command } from 'commander';
import { type PostHocReport, postHoc, postHocSteps } from '../../sim/post-hoc/post-hoc.ts';
import { STRATEGIES } from '../../sim/post-hoc/strategies.ts';
import { checkWritable, toCsv, writeFileWhole } from '../files/write.ts';
import { addBankOptions, type BankOptions, readBank } from './bank-source.ts';
import { correlation, count, decimal, percent } from './numbers.ts';
import { keepInputs, names, wholeNumber, wholeNumbers } from './options.ts';
import { progressBar } from './progress.ts';
import { textTable } from './table.ts';

interface PostHocOptions extends BankOptions {
  readonly lengths?: number[];
  readonly strategies: string[];
  readonly folds: number;
  readonly seeds: number;
  readonly seed: number;
  readonly json?: boolean;
  readonly out?: string;
}

const DEFAULT_LENGTHS = [30, 100, 243];
const DEFAULT_STRATEGIES = ['random', 'random-irt', 'paper'];

const EXAMPLES = `
Examples:
  thetarank simulate post-hoc --bank mmlu-pro
  thetarank simulate post-hoc --responses answers.csv --lengths 30,100,243 --strategies random,random-irt,paper --folds 5 --seeds 5 --seed 1 --json`;

/** `thetarank simulate`: how well a strategy would have done. */
export function addSimulateCommand(program: Command): void {
  const simulate = program
    .command('simulate')
    .description('Simulation studies: how well a strategy would have done.');
  addBankOptions(
    simulate
      .command('post-hoc')
      .description(
        'Test recorded models as if they were new, on calibrations without them and their families, and compare the predictions with their scores on the whole bank.',
      ),
  )
    .option(
      '--lengths <a,b>',
      `numbers of items (default: ${DEFAULT_LENGTHS.join(',')}, as far as the bank goes)`,
      wholeNumbers(1),
    )
    .option(
      '--strategies <a,b>',
      `of ${Object.keys(STRATEGIES).join(', ')}`,
      names,
      DEFAULT_STRATEGIES,
    )
    .option('--folds <n>', 'parts the models are divided into', wholeNumber(2), 5)
    .option('--seeds <n>', 'repetitions, each with folds and draws of its own', wholeNumber(1), 5)
    .option('--seed <n>', 'root of every random stream', wholeNumber(0), 1)
    .option('--json', 'print JSON')
    .option('--out <file>', 'also write the results there: .csv, or else JSON')
    .addHelpText('after', EXAMPLES)
    .action(runPostHoc);
}

function runPostHoc(options: PostHocOptions): void {
  keepInputs(options.out, options);
  if (options.out !== undefined) checkWritable([options.out]);
  const { bank, families } = readBank(options);
  const size = bank.responses.items.length;
  const fitting = DEFAULT_LENGTHS.filter((length) => length <= size);
  const request = {
    bank,
    families,
    lengths: options.lengths ?? (fitting.length > 0 ? fitting : [size]),
    strategies: [...new Set(options.strategies)],
    folds: options.folds,
    seeds: options.seeds,
    seed: options.seed,
  };
  const progress = progressBar();
  progress.start(postHocSteps(request), 'calibrating');
  let report: PostHocReport;
  try {
    report = postHoc(request, (doing) => progress.advance(doing));
  } finally {
    progress.stop();
  }
  const json = `${JSON.stringify(report, null, 2)}\n`;
  if (options.out !== undefined)
    writeFileWhole(options.out, options.out.endsWith('.csv') ? resultsCsv(report) : json);
  if (options.json) process.stdout.write(json);
  else console.log(postHocText(report, options));
}

function resultsCsv({ results }: PostHocReport): string {
  const columns = Object.keys(results[0]) as (keyof PostHocReport['results'][number])[];
  return toCsv(
    columns,
    results.map((row) => columns.map((column) => row[column])),
  );
}

function postHocText(report: PostHocReport, options: PostHocOptions): string {
  const withError = (value: string, se: number | null, places: number) =>
    se === null ? value : `${value} ± ${decimal(se, places).replace(/^0\./, '.')}`;
  const table = textTable(
    [
      { head: 'items', align: 'right' },
      { head: 'strategy' },
      { head: 'mean |error|', align: 'right' },
      { head: 'bias', align: 'right' },
      { head: 'Kendall τ-b', align: 'right' },
      { head: 'Spearman ρ', align: 'right' },
      { head: '90% intervals: own hold', align: 'right' },
      { head: 'widened hold', align: 'right' },
      { head: 'width', align: 'right' },
    ],
    [...report.results]
      .sort((x, y) => x.length - y.length)
      .map((r) => [
        count(r.length),
        r.strategy,
        withError(decimal(r.mae, 2), r.seMae, 2),
        decimal(r.bias, 2),
        withError(correlation(r.kendall), r.seKendall, 3),
        correlation(r.spearman),
        percent(r.ownCoverage90),
        percent(r.coverage90),
        decimal(r.width90, 1),
      ]),
  );
  const { families } = report;
  return [
    `${report.bank}: ${count(report.examinees)} models, ${count(report.items)} items${report.simulated ? ' — SIMULATED answers' : ''}; ${report.folds} folds of whole families (${families.count}, ${families.source}), ${report.seeds} seeds from ${report.seed}.`,
    'Errors and widths in points of the score on the whole bank; ± standard error over families and seeds. Intervals: the model’s or the design’s own, and widened by the errors on the other models (about 90% by construction; judge them by their width).',
    '',
    table,
    '',
    options.out === undefined
      ? 'Next: the same as data: add --json, or --out results.csv'
      : `Written to ${options.out}.`,
  ].join('\n');
}
