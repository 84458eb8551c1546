import type { Command } from 'commander';
import {
  type OrderingReport,
  type OrderingRequest,
  ordering,
  orderingSteps,
} from '../../../../sim/ordering/ordering.ts';
import { checkWritable, writeFileWhole } from '../../../files/write/write.ts';
import { count, decimal, percent, plural } from '../../../numbers.ts';
import { textTable } from '../../../report/text-table.ts';
import { addBankOptions, type BankOptions, readBank } from '../../options/bank-source.ts';
import {
  confidence,
  keepInputs,
  positiveNumber,
  wholeNumber,
  wholeNumbers,
} from '../../options/options.ts';
import { printedAnyway } from '../../output/printed-anyway.ts';
import { progressBar } from '../../output/progress.ts';
import { printText } from '../../output/typed-commands.ts';

interface OrderingOptions extends BankOptions {
  readonly confidence: number;
  readonly margin: number;
  readonly totalItems?: number[];
  readonly seeds: number;
  readonly seed: number;
  readonly json?: boolean;
  readonly out?: string;
}

const EXAMPLES = `
Examples:
  thetarank simulate ordering --bank cruxeval-o
  thetarank simulate ordering --bank mmlu-pro --confidence 0.95 --margin 1 --total-items 8262,34000,100000 --seeds 3
  thetarank simulate ordering --responses answers.csv --seeds 10 --out ordering.json`;

/** `thetarank simulate ordering`: what `thetarank order` would have cost, and how often it would have been wrong. */
export function addOrderingCommand(simulate: Command): void {
  addBankOptions(
    simulate
      .command('ordering')
      .description(
        'Compare two ways to put recorded models in order: asking items where the order is undecided, and tests of equal length. Reports items, declarations and false declarations.',
      ),
  )
    .optionsGroup('The orders:')
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
      '--total-items <a,b>',
      'numbers of items over all models at which to compare (default: only when every pair is decided)',
      wholeNumbers(1),
    )
    .option(
      '--seeds <n>',
      'number of repetitions, each with its own folds and items',
      wholeNumber(1),
      3,
    )
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .optionsGroup('Results:')
    .option('--json', 'print JSON')
    .option('--out <file>', 'also write the results there, as JSON')
    .addHelpText('after', EXAMPLES)
    .action(runOrdering);
}

async function runOrdering(options: OrderingOptions): Promise<void> {
  const { out } = options;
  keepInputs(out, options);
  if (out !== undefined) checkWritable([out]);
  const { bank, families } = await readBank(options);
  const request: OrderingRequest = {
    bank,
    families,
    confidence: options.confidence,
    margin: options.margin,
    budgets: options.totalItems ?? [],
    seeds: options.seeds,
    seed: options.seed,
  };
  const progress = progressBar();
  progress.start(orderingSteps(request), 'calibrating');
  let report: OrderingReport;
  try {
    report = ordering(request, (doing) => progress.advance(doing));
  } finally {
    progress.stop();
  }
  const json = `${JSON.stringify(report, null, 2)}\n`;
  const write = () => {
    if (out !== undefined) writeFileWhole(out, json);
    return true;
  };
  await printedAnyway(write, (written) => {
    if (options.json) process.stdout.write(json);
    else {
      printText(orderingText(report));
      const source =
        options.bank === undefined ? `--responses ${options.responses}` : `--bank ${options.bank}`;
      printText(
        out === undefined
          ? `\nNext: to make one such order: thetarank order ${source} --confidence ${report.confidence}`
          : written === null
            ? ''
            : `\nWritten to ${out}.`,
      );
    }
  });
}

/** The printed result of a study of orders: one line per budget and allocation. */
export function orderingText(report: OrderingReport): string {
  const { results, confidence, margin, seeds, seed } = report;
  const share = ({ mean }: { mean: number }) => percent(mean);
  const saving = (of: OrderingReport['results'][number]['saving']) => {
    if (of === null) return '';
    const error = of.se === null ? '' : ` ± ${decimal(100 * of.se, 0)}`;
    return `${decimal(100 * of.mean, 0)}%${error}`;
  };
  const wrong = (of: { false: number; declared: number }) =>
    `${count(of.false)} of ${count(of.declared)}`;
  const table = textTable(
    [
      { head: 'budget', align: 'right' },
      { head: 'items go' },
      { head: 'items', align: 'right' },
      { head: 'ordered', align: 'right' },
      { head: 'tied', align: 'right' },
      { head: 'undecided', align: 'right' },
      { head: 'false orders', align: 'right' },
      { head: 'false ties', align: 'right' },
      { head: 'seeds with any false', align: 'right' },
      { head: 'needs', align: 'right' },
      { head: 'saved', align: 'right' },
    ],
    results.map((r) => [
      r.budget === null ? 'none' : count(r.budget),
      r.allocation,
      count(Math.round(r.spent.mean)),
      share(r.ordered),
      share(r.tied),
      share(r.undecided),
      wrong(r.falselyOrdered),
      wrong(r.falselyTied),
      `${percent(r.anyFalse.value)} (${percent(r.anyFalse.low)}–${percent(r.anyFalse.high)})`,
      count(Math.round(r.needs.mean)),
      saving(r.saving),
    ]),
  );
  return [
    `${report.bank}: ${count(report.examinees)} models, ${count(report.pairs)} pairs, ${count(report.items)} items${report.simulated ? ' — SIMULATED answers' : ''}; confidence ${percent(confidence)} over all pairs, margin ${margin}; ${plural(seeds, 'seed')} from ${seed}, ± standard error over them.`,
    'Adaptive: items are asked where the order is undecided; equal: tests of equal length. The same rule decides after the same number of items. "Needs": items until the pairs that both had decided at that budget were decided; "saved": how many fewer adaptive needs.',
    'False declarations are those for these models: 95% intervals of "seeds with any false" are over seeds, not over models.',
    '',
    table,
    ...(report.verified
      ? []
      : [
          '',
          'warning: some of the standard errors are based on too few models; the confidence is unverified.',
        ]),
  ].join('\n');
}
