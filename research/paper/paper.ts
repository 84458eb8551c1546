import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { checkFolder, checkWritable, writeFileWhole } from 'thetarank';
import { PUBLISHED_SCORES, PUBLISHED_SIZE } from 'thetarank/study';
import {
  fail,
  studyProgress,
  wholeNumber,
  wholeNumbers,
  workersOption,
} from '../../src/cli/command-kit.ts';
import { openPaperFolder } from './paper-folder.ts';
import { paperFiles } from './report/paper-files.ts';
import { paperText } from './report/paper-text.ts';
import { runPaperStudy } from './run-paper-study.ts';
import { FIGURE_LENGTH } from './simulate/methods.ts';
import { paperReport, paperTimes } from './simulate/paper-report.ts';

interface PaperOptions {
  readonly seeds: number;
  readonly recordedSeeds?: number;
  readonly lengths: number[];
  readonly items: number;
  readonly workers?: number;
  readonly out?: string;
  readonly resume?: boolean;
  readonly json?: boolean;
  readonly plot?: string;
}

const LENGTHS = [20, 50, 100, 243, 500, 1000, 2000];
/** Default number of seeds of the recorded part, which takes ten times as long. */
const RECORDED_SEEDS = 20;
/** With fewer items, scenarios are too small. */
const FEWEST_ITEMS = 1000;

const EXAMPLES = `
Examples:
  npm run research -- paper --out paper                      (hours: 200 seeds of the whole bank)
  npm run research -- paper --out paper --resume             (continues after a kill)
  npm run research -- paper --items 1500 --seeds 10 --recorded-seeds 0 --lengths 20,50,100     (a minute)

The simulation and its conclusions: docs/simulation.md`;

/** `npm run research -- paper`: the rapid assessment of CliMedBench on simulated banks of its shape. */
export function addPaperCommand(research: Command): void {
  research
    .command('paper')
    .description(
      'Repeat the rapid assessment of CliMedBench (Figure 11) on simulated banks of its shape: the published method compared with random items and robust tests, from 20 to 2,000 items.',
    )
    .option(
      '--seeds <n>',
      'number of seeds, from 1, each with its own bank, answers and participants; seed 1 is the built-in bank',
      wholeNumber(1),
      200,
    )
    .option(
      '--recorded-seeds <n>',
      `number of first seeds that also use calibrations on recorded answers of other models, robust tests and true parameters, which takes ten times as long per seed (default: ${RECORDED_SEEDS}, at most --seeds)`,
      wholeNumber(0),
    )
    .option(
      '--lengths <a,b>',
      `numbers of items; ${FIGURE_LENGTH}, the number in Figure 11, is always included`,
      wholeNumbers(1),
      LENGTHS,
    )
    .option('--items <n>', 'items of the bank, for a quick look', bankSize, PUBLISHED_SIZE)
    .addOption(workersOption())
    .option(
      '--out <folder>',
      'keep finished seeds there, and write report.html, results.json, tables as CSV and plots',
    )
    .option('--resume', 'continue the study in --out; --seeds may differ')
    .option(
      '--plot <file.svg>',
      'also draw error, τ, bias and coverage against the number of items',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(simulatePaper);
}

function bankSize(text: string): number {
  const size = wholeNumber(FEWEST_ITEMS)(text);
  if (size > PUBLISHED_SIZE)
    throw new InvalidArgumentError(`Accepted: ${FEWEST_ITEMS} to ${PUBLISHED_SIZE}.`);
  return size;
}

async function simulatePaper(options: PaperOptions): Promise<void> {
  const { seeds, items, out, plot, resume = false, json = false } = options;
  const workers = options.workers ?? availableParallelism();
  const lengths = [...new Set([...options.lengths, FIGURE_LENGTH])].sort((x, y) => x - y);
  const recorded = options.recordedSeeds ?? Math.min(seeds, RECORDED_SEEDS);
  checkOptions(options, lengths, recorded);
  const models = PUBLISHED_SCORES.map(({ model }) => model);
  const study = { items, lengths };
  const folder = out === undefined ? null : openPaperFolder(out, study, models.length, resume);
  const blocks = await runPaperStudy(
    study,
    { published: seeds, recorded },
    folder,
    workers,
    studyProgress(),
  );
  const report = paperReport(study, models, blocks);
  const times = paperTimes(models.length, blocks);
  const files =
    out === undefined && plot === undefined ? [] : await paperFiles(report, times, blocks);
  if (out !== undefined) for (const { name, text } of files) writeFileWhole(join(out, name), text);
  if (plot !== undefined)
    writeFileWhole(plot, files.find(({ name }) => name === 'by-length.svg')!.text);
  if (json) {
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return;
  }
  const written = [
    ...(out === undefined ? [] : [`${out}: ${files.map(({ name }) => name).join(', ')}`]),
    ...(plot === undefined ? [] : [plot]),
  ];
  const next = [
    ...written.map((where) => `Written to ${where}.`),
    out === undefined
      ? 'Next: to keep it with a page, plots and tables, add --out FOLDER'
      : `Next: open ${join(out, 'report.html')}`,
  ].join('\n');
  console.log(`${paperText(report, times)}\n\n${next}`);
}

/** @throws OPTIONS_CONFLICT, OPTION_INVALID, TOO_MANY_ITEMS, FILE_UNWRITABLE */
function checkOptions(
  { seeds, items, out, plot, resume }: PaperOptions,
  lengths: readonly number[],
  recorded: number,
): void {
  if (resume === true && out === undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--resume',
      reason: 'name the folder of the study with --out.',
    });
  if (recorded > seeds)
    fail('OPTIONS_CONFLICT', {
      options: '--recorded-seeds, --seeds',
      reason: `${recorded} recorded seeds of ${seeds} seeds; give at most ${seeds}.`,
    });
  const longest = lengths[lengths.length - 1];
  if (longest > items)
    fail('TOO_MANY_ITEMS', { asked: longest, available: items, where: 'the bank (--items)' });
  if (plot !== undefined && !/\.svg$/i.test(plot))
    fail('OPTION_INVALID', {
      option: '--plot',
      found: plot,
      accepted: 'the name of a file that ends in .svg',
    });
  checkWritable([
    ...(out === undefined ? [] : [join(out, 'results.json')]),
    ...(plot === undefined ? [] : [plot]),
  ]);
  if (plot !== undefined) checkFolder(plot, out);
}
