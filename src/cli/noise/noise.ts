import { basename, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fail } from '../../errors.ts';
import { readRepeats } from '../../files/repeats/read-repeats.ts';
import { checkFolder, checkWritable } from '../../files/write/write.ts';
import type { Words } from '../../languages/words.ts';
import { type NoiseReport, noiseReport } from '../../noise/noise-report.ts';
import { plural } from '../../numbers.ts';
import { type AskedEvaluation, runRepeats } from '../../workflow/noise/run-repeats.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseOf,
  readStore,
} from '../options/database-option.ts';
import { confidence, positiveNumber, wholeNumber, wholeNumbers } from '../options/options.ts';
import { lateProgress } from '../output/late-progress.ts';
import { type Reader, tell } from '../output/tell.ts';
import { noiseDocument } from './noise-document.ts';
import { askedText, evaluateText } from './noise-words.ts';

interface NoiseOptions extends DatabaseOptions {
  readonly run?: number;
  readonly bankSize?: number;
  readonly fixedConditions?: boolean;
  readonly repeatPrice: number;
  readonly answersPerModel?: number;
  readonly error?: number;
  readonly pass: number;
  readonly k?: readonly number[];
  readonly confidence: number;
  readonly json?: boolean;
  readonly out?: string;
  readonly report?: string;
}

const EXAMPLES = `
File: one answer per row, CSV or JSON Lines (.jsonl), with the columns model, item and score (0 to 1), and optionally condition, prompt,
temperature, repeat and answer. Rows of the same model, item and condition are repeats.

Examples:
  thetarank noise answers.csv
  thetarank noise answers.csv --bank-size 500 --answers-per-model 2000      (where they are best spent)
  thetarank noise answers.csv --error 1.5 --repeat-price 0.4     (the cheapest design; repeats are cheaper by caching)
  thetarank noise answers.jsonl --k 1,5,10 --report noise.html
  thetarank noise --run 7                                        (a run of evaluate with --repeats)

What the figures are about: docs/noise.md.`;

/** `thetarank noise`: where the variance of scores comes from, and what repeats are worth. */
export function addNoiseCommand(program: Command): void {
  const command = program
    .command('noise')
    .description(
      'How noisy are answers? Variance of scores by model, item, condition and repeat; how often single answers change; pass@k; and which design is worth its price.',
    )
    .argument('[file]', 'answers with repeats, CSV or JSON Lines')
    .optionsGroup('Answers:')
    .option('--run <n>', 'instead of a file: a run of evaluate', wholeNumber(1))
    .optionsGroup('Plan:')
    .option(
      '--bank-size <n>',
      'items of the bank that scores stand for (default: all items like those asked)',
      wholeNumber(1),
    )
    .option(
      '--fixed-conditions',
      'the conditions asked are all that matter, not a sample of others',
    )
    .option(
      '--repeat-price <share>',
      'price of a repeat, where a first answer to an item costs 1',
      positiveNumber,
      1,
    )
    .addOption(
      new Option(
        '--answers-per-model <n>',
        'what the plan may cost per model, in first answers (default: as in the data)',
      )
        .argParser(positiveNumber)
        .conflicts('error'),
    )
    .option(
      '--error <points>',
      'instead: the cheapest plan with at most this standard error of a difference',
      positiveNumber,
    )
    .optionsGroup('Several answers to an item:')
    .option('--pass <score>', 'smallest score that passes', passScore, 1)
    .option(
      '--k <a,b>',
      'numbers of answers for pass@k (default: powers of two up to the number of repeats)',
      wholeNumbers(1),
    )
    .optionsGroup('Results:')
    .option('--confidence <p>', 'confidence of the intervals', confidence, 0.9)
    .option('--json', 'print JSON')
    .option('--out <file>', 'also write the JSON there')
    .option('--report <file>', 'also write one HTML page there that can be sent to others')
    .addHelpText('after', EXAMPLES)
    .action(runNoise);
  addDatabaseOption(command);
}

async function runNoise(file: string | undefined, options: NoiseOptions): Promise<void> {
  const { run } = options;
  if ((file === undefined) === (run === undefined))
    fail('OPTIONS_CONFLICT', {
      options: 'file, --run',
      reason: 'give a file of answers, or the number of a run of evaluate.',
    });
  const name = file ?? `run ${run}`;
  const outputs = checkOutputs(file === undefined ? [] : [file], options);
  for (const output of outputs) checkFolder(output);
  checkWritable(outputs);
  const progress = lateProgress('reading and estimating');
  let report: NoiseReport;
  let withoutScore = 0;
  let asked: AskedEvaluation | null = null;
  try {
    const ofRun =
      run === undefined ? null : await readStore(options, (store) => runRepeats(store, run));
    const observations = ofRun ?? readRepeats(file!);
    asked = ofRun?.asked ?? null;
    withoutScore = observations.withoutScore;
    progress.reach(READ);
    if (options.bankSize !== undefined && options.bankSize < observations.items.length)
      fail('OPTION_INVALID', {
        option: '--bank-size',
        found: `${options.bankSize}`,
        accepted: `at least the ${plural(observations.items.length, 'item')} of ${name}`,
      });
    report = noiseReport(
      observations,
      {
        bankSize: options.bankSize ?? null,
        areConditionsFixed: options.fixedConditions === true,
        repeatPrice: options.repeatPrice,
        budget: options.answersPerModel ?? null,
        error: options.error === undefined ? null : options.error / 100,
        pass: options.pass,
        ks: options.k ?? null,
        confidence: options.confidence,
      },
      (share) => progress.reach(READ + (1 - READ) * share),
    );
  } finally {
    progress.stop();
  }
  await tell(report, options, (reader, t) =>
    noiseDocument(
      { name: file === undefined ? name : basename(file), withoutScore, report },
      nextStep(report, options, asked, reader, t),
      t,
    ),
  );
}

/** The share of the time that reading takes. */
const READ = 0.6;

/** The files to write. @throws OPTIONS_CONFLICT */
function checkOutputs(inputs: readonly string[], { out, report }: NoiseOptions): string[] {
  const known = new Map(inputs.map((input) => [resolve(input), 'the input']));
  for (const [option, output] of [
    ['--out', out],
    ['--report', report],
  ] as const) {
    if (output === undefined) continue;
    const before = known.get(resolve(output));
    if (before !== undefined)
      fail('OPTIONS_CONFLICT', {
        options: option,
        reason: `${output} is also ${before}. Choose another place to write to.`,
      });
    known.set(resolve(output), option);
  }
  return [out, report].filter((output) => output !== undefined);
}

/** What to do next, which is something that works. */
function nextStep(
  report: NoiseReport,
  options: NoiseOptions,
  asked: AskedEvaluation | null,
  reader: Reader,
  t: Words,
): string | undefined {
  const { best } = report.plan;
  const { run, report: page } = options;
  const evaluate = evaluateText(report, askedText(asked, reader), t);
  if (reader === 'others') return evaluate === undefined ? undefined : `\`${evaluate}\``;
  const where = databaseOf(options);
  if (asked !== null && best !== null && best.items > asked.bankItems)
    return `bank ${asked.bank} has ${plural(asked.bankItems, 'item')}, and this design needs more. To plan with them: thetarank noise --run ${run} --bank-size ${asked.bankItems}${where}`;
  if (evaluate === undefined) return 'a larger --answers-per-model or --error';
  const settings = asked === null ? '' : `. Add -M and -T as in run ${run}`;
  const charts = page === undefined ? '; or --report noise.html writes a page with charts' : '';
  return `ask this design: ${evaluate}${asked === null ? '' : where}${settings}${charts}`;
}

function passScore(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value > 0 && value <= 1))
    throw new InvalidArgumentError('Accepted: a number above 0, at most 1.');
  return value;
}
