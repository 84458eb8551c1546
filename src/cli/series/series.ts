import type { Command } from 'commander';
import { fail } from '../../errors.ts';
import { readResponses } from '../../files/responses/read-responses.ts';
import { checkWritable } from '../../files/write/write.ts';
import type { Words } from '../../languages/words.ts';
import { plural } from '../../numbers.ts';
import { UNLISTED_HELP } from '../../operations/asking/asking.ts';
import { FORM_ARGS } from '../../operations/asking/task-args.ts';
import { bankCache } from '../../operations/bank-cache.ts';
import { plainText } from '../../plain-text.ts';
import { PREPARE_STEPS, prepareSeries } from '../../ranking/series/prepare-series.ts';
import { shellWord } from '../../shell-word.ts';
import { analyseRecorded } from '../../workflow/series/analyse-recorded.ts';
import {
  LAST_NUMBER,
  recordedSteps,
  rowsWithoutStep,
  stepPattern,
} from '../../workflow/series/recorded-steps.ts';
import { addBankOptions, readBank, sourceOf } from '../options/bank-source.ts';
import { databaseOf } from '../options/database-option.ts';
import { modelArgOption, settingsText, taskArgOption } from '../options/named-values.ts';
import { keepInputs, names, positiveNumber, wholeNumber } from '../options/options.ts';
import { scoreTarget } from '../options/score-target.ts';
import { shownWork } from '../output/shown-work.ts';
import { printNote } from '../output/typed-commands.ts';
import { type SeriesOptions, targetWords, USUAL_SEED, USUAL_TARGET } from './series-options.ts';
import { showSeries } from './show-series.ts';

const EXAMPLES = `
Examples:
  thetarank series --responses answers.csv --step-from 'my-run-([0-9]+)'
  thetarank series my-run --bank mmlu-pro --answers checkpoints.csv --report series.html
  thetarank series my-run --bank mmlu-pro --model my-run@http://localhost:8000/v1 --step 12000
  thetarank series my-run --bank mmlu-pro

Of a series that is kept, the last line prints the checkpoints again. See also: thetarank rank (models that are not of one run).`;

/** Options that only asking has, as commander names them. */
const ASKING = [
  'step',
  'replace',
  'modelArg',
  'taskArg',
  'budget',
  'concurrency',
  'dryRun',
  'unlisted',
];

/** `thetarank series`: checkpoints of one training run. */
export function addSeriesCommand(program: Command): void {
  const command = program
    .command('series')
    .description(
      'Score the checkpoints of one training run: each answers common anchors and new items, and what earlier checkpoints answered is carried over. Prints scores with intervals, significant changes and a forecast.',
    )
    .argument('[name]', 'name of the series: with --model, answers are kept under it');
  addBankOptions(command)
    .optionsGroup('Checkpoints:')
    .option(
      '--answers <file>',
      'recorded answers of checkpoints to items of the bank, CSV like --responses, one row per checkpoint',
    )
    .option(
      '--step-from <pattern>',
      'regular expression whose group is the step in the name of a row; other rows are not checkpoints (default: with --answers, the last number of each name)',
    )
    .option(
      '--model <name@url>',
      'ask the checkpoint that is behind this OpenAI-compatible address now, and add it to the series',
    )
    .option('--step <n>', 'the step of that checkpoint', positiveNumber)
    .option(
      '--replace',
      'the step was asked of a wrong model: this one takes its place, and the answers of the other no longer count',
    )
    .option(
      '--items <n>',
      'items per checkpoint (default: with --model 100, or a fifth of a smaller bank; else all recorded answers)',
      wholeNumber(2),
    )
    .option(
      '--anchors <n>',
      'how many of them every checkpoint answers (default: half)',
      wholeNumber(1),
    )
    .option(
      '--seed <n>',
      'number that fixes all random choices (default: that of the kept series, else 1)',
      wholeNumber(0),
    )
    .option(
      '--leave-out <a,b>',
      'recorded models to leave out of the calibration, such as relatives of the run',
      names,
      [],
    )
    .optionsGroup('Asking (with --model):')
    .addOption(modelArgOption())
    .addOption(taskArgOption(FORM_ARGS))
    .option(
      '--budget <dollars>',
      'stop before more is spent on this checkpoint, such as 5usd; needs -M price=IN:OUT',
    )
    .option('--concurrency <n>', 'most items in flight', wholeNumber(1), 16)
    .option('--dry-run', 'print what asking will take, check the endpoint, and ask nothing')
    .option('--unlisted', UNLISTED_HELP)
    .optionsGroup('Results:')
    .option(
      '--target <score>',
      'score that changes are of: expected (on items like these) or recorded (on this bank)',
      scoreTarget,
      USUAL_TARGET,
    )
    .option('--json', 'print JSON')
    .option('--csv <file>', 'also write a line per checkpoint there')
    .option('--report <file>', 'also write one HTML page there that can be sent to others')
    .addHelpText('after', `${settingsText(FORM_ARGS)}\n${EXAMPLES}`)
    .action(async (name: string | undefined, options: SeriesOptions) => {
      checkOptions(name, options, command);
      for (const file of filesOf(options)) keepInputs(file, options);
      checkWritable(filesOf(options));
      if (options.answers !== undefined || options.stepFrom !== undefined)
        return recordedSeries(name, options);
      // Only here: the client of endpoints takes a while to load.
      const { keptSeriesCommand } = await import('./kept-series-command.ts');
      return keptSeriesCommand(name!, options);
    });
}

function filesOf({ csv, report }: SeriesOptions): string[] {
  return [csv, report].filter((file) => file !== undefined);
}

/** @throws OPTIONS_CONFLICT */
function checkOptions(name: string | undefined, options: SeriesOptions, command: Command): void {
  const conflict = (words: string, reason: string) =>
    fail('OPTIONS_CONFLICT', { options: words, reason });
  const { answers, stepFrom, model, items, anchors, responses } = options;
  const isRecorded = answers !== undefined || stepFrom !== undefined;
  if (model !== undefined && isRecorded)
    conflict(
      `--model, ${answers === undefined ? '--step-from' : '--answers'}`,
      'recorded checkpoints are not asked; leave one of the options out.',
    );
  if (model !== undefined && options.step === undefined)
    conflict('--model', 'needs the step of the checkpoint; add --step, such as --step 12000.');
  if (model === undefined)
    for (const option of ASKING)
      if (command.getOptionValueSource(option) === 'cli') {
        const flag = command.options.find((own) => own.attributeName() === option)!.long;
        conflict(
          `${flag}`,
          'only works with --model, such as --model my-run@http://localhost:8000/v1.',
        );
      }
  if (!isRecorded && responses !== undefined)
    conflict(
      '--responses',
      "which rows are checkpoints? Add --step-from, such as --step-from 'my-run-([0-9]+)', or --answers with a file of their own.",
    );
  if (!isRecorded && name === undefined)
    conflict(
      'thetarank series',
      'which checkpoints? Add --answers FILE or --step-from PATTERN for recorded answers, or the name of a kept series.',
    );
  if (anchors !== undefined && items === undefined && isRecorded)
    conflict('--anchors', 'only works with --items; without it all recorded answers are used.');
  if (anchors !== undefined && items !== undefined && anchors > items)
    conflict(
      '--anchors, --items',
      `${anchors} anchors are more than ${items} items per checkpoint.`,
    );
}

/** Rows that are named. */
const MOST_NAMED = 5;

/** Says which rows are no checkpoints, and how they become some. */
function noteOtherRows(rows: readonly string[], file: string, stepFrom?: string): void {
  if (rows.length === 0) return;
  const named = rows
    .slice(0, MOST_NAMED)
    .map((name) => `"${plainText(name)}"`)
    .join(', ');
  const isOne = rows.length === 1;
  const how =
    stepFrom === undefined
      ? `write the step into the name, such as "${plainText(rows[0])}-20000"`
      : 'write the step where --step-from finds it';
  printNote(
    `${plural(rows.length, 'row')} of ${file} ${isOne ? 'is no checkpoint: its name has' : 'are no checkpoints: their names have'} no step (${named}${rows.length > MOST_NAMED ? ', …' : ''}). To count ${isOne ? 'it' : 'them'}, ${how}.`,
  );
}

async function recordedSeries(called: string | undefined, options: SeriesOptions): Promise<void> {
  const name = called ?? 'series';
  const { answers, items, anchors, seed = USUAL_SEED, leaveOut, target } = options;
  const pattern = stepPattern(options.stepFrom ?? LAST_NUMBER);
  const { bank, families } = await readBank(options);
  const matrix = answers === undefined ? bank.responses : readResponses(answers).matrix;
  const where = answers ?? bank.name;
  const steps = recordedSteps(matrix, bank.responses.items, pattern, where);
  // A file of checkpoints alone is meant to have no other rows.
  if (answers !== undefined)
    noteOtherRows(rowsWithoutStep(matrix, pattern), answers, options.stepFrom);
  const answered = steps.map(({ scores }) =>
    scores.reduce((sum, u) => sum + Number(!Number.isNaN(u)), 0),
  );
  const known = new Set(bank.responses.examinees);
  const result = await shownWork(PREPARE_STEPS + 1, 'calibrating', async (onStep) => {
    const prepared = await prepareSeries(
      {
        bank,
        families,
        checkpoints: steps.map((own) => own.name).filter((own) => known.has(own)),
        leaveOut,
        items: items ?? Math.max(1, ...answered),
        seed,
        cacheFolder: bankCache(options.bank),
      },
      onStep,
    );
    const found = analyseRecorded(prepared, bank, steps, { name, items, anchors, seed, target });
    onStep('scoring the checkpoints');
    return found;
  });
  const source = sourceOf(options);
  const settings = [
    ...(items === undefined ? [] : [`--items ${items}`]),
    ...(anchors === undefined ? [] : [`--anchors ${anchors}`]),
    ...(options.seed === undefined ? [] : [`--seed ${options.seed}`]),
    ...(leaveOut.length === 0 ? [] : [`--leave-out ${shellWord(leaveOut.join())}`]),
    ...targetWords(target),
  ];
  const again = [
    ...(called === undefined ? [] : [shellWord(called)]),
    source,
    ...(answers === undefined ? [] : [`--answers ${shellWord(answers)}`]),
    ...(options.stepFrom === undefined ? [] : [`--step-from ${shellWord(options.stepFrom)}`]),
    ...settings,
  ].join(' ');
  const next = (t: Words) =>
    options.report === undefined
      ? `thetarank series ${again} --report series.html ${t('(the curve as a page)')}`
      : options.bank === undefined
        ? t(
            'to ask checkpoints behind an endpoint, keep these answers as a bank: {command}, {other}',
            { command: 'thetarank bank import', other: 'thetarank bank record' },
          )
        : t('to ask checkpoints and keep their answers, which recorded ones are not: {command}', {
            command: `thetarank series NAME --bank ${shellWord(options.bank)}${databaseOf(options)} --model NAME@ADDRESS --step STEP${settings.map((own) => ` ${own}`).join('')}`,
          });
  await showSeries(result, options, next);
}
