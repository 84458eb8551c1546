import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type PostHocReport, postHoc, postHocSteps } from '../../../../sim/post-hoc/post-hoc.ts';
import { SPLITS, type SplitRule } from '../../../../sim/post-hoc/splits.ts';
import { PRICED_STRATEGIES, STRATEGIES } from '../../../../sim/post-hoc/strategies.ts';
import { lineChartSvg } from '../../../charts/line-panels.ts';
import { fail } from '../../../errors.ts';
import { checkWritable, toCsv, writeFileWhole } from '../../../files/write/write.ts';
import { familiesOf } from '../../../ranking/families.ts';
import { wordsOfReports } from '../../../report/words-of-reports.ts';
import { addBankOptions, type BankOptions, readBank, sourceOf } from '../../options/bank-source.ts';
import {
  addCostOptions,
  type CostOptions,
  readItemCosts,
  requireCosts,
} from '../../options/cost-options.ts';
import { keepInputs, names, wholeNumber, wholeNumbers } from '../../options/options.ts';
import { printedAnyway } from '../../output/printed-anyway.ts';
import { progressBar } from '../../output/progress.ts';
import { printText } from '../../output/typed-commands.ts';
import { postHocChart } from './simulate-plot.ts';
import { addReplayOptions, REPLAY_ONLY, type ReplayOptions, runReplay } from './simulate-replay.ts';
import { comparisonText, postHocText } from './simulate-report.ts';

interface PostHocOptions extends BankOptions, ReplayOptions, CostOptions {
  readonly lengths?: number[];
  readonly strategies?: string[];
  readonly split: SplitRule;
  readonly folds: number;
  readonly calibrationModels?: number;
  readonly compare?: readonly [string, string];
  readonly seeds: number;
  readonly seed: number;
  readonly json?: boolean;
  readonly out?: string;
  readonly plot?: string;
}

const DEFAULT_LENGTHS = [30, 100, 243];
const DEFAULT_STRATEGIES = ['random', 'random-irt', 'paper', 'robust'];

const EXAMPLES = `
Examples:
  thetarank simulate post-hoc --bank mmlu-pro
  thetarank simulate post-hoc --responses answers.csv --lengths 30,100,243 --strategies random,random-irt,paper --folds 5 --seeds 5 --seed 1 --json
  thetarank simulate post-hoc --bank mmlu-pro --compare paper,random-irt
  thetarank simulate post-hoc --bank mmlu-pro --split strongest --calibration-models 10
  thetarank simulate post-hoc --bank mmlu-pro --lengths 30,60,100,160,243 --plot lengths.svg
  thetarank simulate post-hoc --bank swebench-verified --costs costs.csv --max-cost 75usd
  thetarank simulate post-hoc --parameters items.csv --responses answers.csv --lengths 20,40 --estimator eap --bounds -4:4 --out tests.csv --steps steps.csv`;

/** `thetarank simulate post-hoc`: recorded models tested as if they were new. */
export function addPostHocCommand(simulate: Command): void {
  const command = addBankOptions(
    simulate
      .command('post-hoc')
      .description(
        'Test recorded models as if they were new, on calibrations without them and their families, and compare the predictions with their scores on the whole bank. With --parameters: test them on given item parameters, without any calibration.',
      ),
  )
    .optionsGroup('The tests:')
    .option(
      '--lengths <a,b>',
      `items per test (default: ${DEFAULT_LENGTHS.join(',')}, up to the size of the bank; with --max-cost no limit)`,
      wholeNumbers(1),
    )
    .option(
      '--strategies <a,b>',
      `of ${Object.keys(STRATEGIES).join(', ')} (default: ${DEFAULT_STRATEGIES.join(',')}; with --costs ${PRICED_STRATEGIES.join(',')})`,
      names,
    )
    .addOption(
      new Option(
        '--split <rule>',
        'models that a calibration leaves out: whole families (family), single models (random), or the strongest fifth (strongest)',
      )
        .choices(SPLITS)
        .default('family'),
    )
    .option(
      '--folds <n>',
      'number of parts that the models are divided into (--split family or random); at most the number of families',
      wholeNumber(2),
      5,
    )
    .option(
      '--calibration-models <n>',
      'calibrate on only this many of the models outside a fold, drawn at random',
      wholeNumber(2),
    )
    .option(
      '--compare <a,b>',
      'compare strategies a and b: ratio of their errors and difference of their τ, with intervals over families',
      twoNames,
    )
    .option(
      '--seeds <n>',
      'number of repetitions, each with its own folds and draws',
      wholeNumber(1),
      5,
    )
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .addHelpText('after', EXAMPLES)
    .action(runPostHoc);
  addCostOptions(command.optionsGroup('Costs:'));
  addReplayOptions(command)
    .optionsGroup('Results:')
    .option('--json', 'print JSON')
    .option(
      '--out <file>',
      'also write the results there: CSV (without the comparison) if the name ends in .csv, else JSON',
    )
    .option(
      '--plot <file.svg>',
      'also draw error, τ, coverage and width of intervals against the number of items',
    )
    .option(
      '--steps <file.csv>',
      'with --parameters: also write every item asked, with its answer and the ability after it',
    );
}

/** Reads the names of two strategies. */
function twoNames(text: string): readonly [string, string] {
  const [first, second, ...more] = names(text);
  if (second === undefined || more.length > 0 || first === second)
    throw new InvalidArgumentError(
      'Accepted: two strategies separated by a comma, such as paper,random-irt.',
    );
  return [first, second];
}

/** Before the study, so that hours of work are not lost to a name. */
function checkOutputs({ out, plot, ...inputs }: PostHocOptions): void {
  keepInputs(out, inputs);
  keepInputs(plot, inputs, '--plot');
  if (plot !== undefined && !/\.svg$/i.test(plot))
    fail('OPTION_INVALID', {
      option: '--plot',
      found: plot,
      accepted: 'the name of a file that ends in .svg',
    });
  if (out !== undefined && plot !== undefined && resolve(out) === resolve(plot))
    fail('OPTIONS_CONFLICT', {
      options: '--out, --plot',
      reason: `both are ${out}. Choose another place for one of them.`,
    });
  checkWritable([out, plot].filter((path) => path !== undefined));
}

async function runPostHoc(options: PostHocOptions, command: Command): Promise<void> {
  checkOutputs(options);
  if (options.parameters !== undefined) return runReplay(options, command);
  const replayOnly = REPLAY_ONLY.find((name) => command.getOptionValueSource(name) === 'cli');
  if (replayOnly !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: `--${replayOnly}`,
      reason:
        'only works with --parameters, for tests on given item parameters. Add --parameters FILE, or remove this option.',
    });
  requireCosts(options);
  const { bank, families } = await readBank(options);
  // As `rank` divides them: a bank of four families has four folds, and not each model as a family of its own.
  const isGiven = command.getOptionValueSource('folds') === 'cli';
  const { count: familyCount } = familiesOf(bank.responses.examinees, families, 2);
  const folds =
    isGiven || options.split !== 'family' ? options.folds : Math.min(options.folds, familyCount);
  const size = bank.responses.items.length;
  const fitting = DEFAULT_LENGTHS.filter((length) => length <= size);
  const usual = fitting.length > 0 && options.maxCost === undefined ? fitting : [size];
  const request = {
    bank,
    families,
    lengths: options.lengths ?? usual,
    strategies: [
      ...new Set(
        options.strategies ??
          (options.costs === undefined ? DEFAULT_STRATEGIES : PRICED_STRATEGIES),
      ),
    ],
    split: options.split,
    folds,
    calibrationModels: options.calibrationModels,
    compare: options.compare,
    costs: readItemCosts(options, bank.responses.items),
    seeds: options.seeds,
    seed: options.seed,
  };
  const steps = postHocSteps(request);
  const progress = progressBar();
  progress.start(steps, 'calibrating');
  let report: PostHocReport;
  try {
    report = postHoc(request, (doing) => progress.advance(doing));
  } finally {
    progress.stop();
  }
  const json = `${JSON.stringify(report, null, 2)}\n`;
  const write = async () => {
    if (options.out !== undefined)
      writeFileWhole(options.out, options.out.endsWith('.csv') ? resultsCsv(report) : json);
    if (options.plot !== undefined)
      writeFileWhole(options.plot, await lineChartSvg(postHocChart(report, wordsOfReports())));
    return [options.out, options.plot].filter((path) => path !== undefined);
  };
  await printedAnyway(write, (written) => {
    if (options.json) process.stdout.write(json);
    else
      printText(
        [
          postHocText(report),
          ...(report.comparison === null ? [] : [comparisonText(report.comparison)]),
          ...(written === null || written.length === 0
            ? []
            : [`Written to ${written.join(' and ')}.`]),
          options.out === undefined
            ? 'Next: for the same results as data, add --json or --out results.csv'
            : `Next: for a ranking with this number of items: thetarank rank ${sourceOf(options)} --items ${request.lengths[request.lengths.length - 1]}`,
        ].join('\n\n'),
      );
  });
}

function resultsCsv({ results }: PostHocReport): string {
  const columns = Object.keys(results[0]) as (keyof PostHocReport['results'][number])[];
  return toCsv(
    columns,
    results.map((row) => columns.map((column) => row[column])),
  );
}
