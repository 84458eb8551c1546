import type { Command } from 'commander';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { fail } from '../../errors.ts';
import { checkWritable } from '../../files/write/write.ts';
import { UNLISTED_HELP } from '../../operations/asking/asking.ts';
import type { ModelArgs } from '../../operations/asking/model-args.ts';
import { REUSE_HELP } from '../../operations/asking/reuse-text.ts';
import { FORM_ARGS, type TaskArgs } from '../../operations/asking/task-args.ts';
import {
  type ComparedWord,
  comparedWord,
  distinctNames,
  recordedAnswers,
  runAnswers,
} from '../../workflow/compare/find-compared.ts';
import type { RecordedSource } from '../../workflow/recorded-source.ts';
import { addBankOptions, type BankOptions, readBank } from '../options/bank-source.ts';
import { readStore } from '../options/database-option.ts';
import { modelArgOption, settingsText, taskArgOption } from '../options/named-values.ts';
import { confidence, keepInputs, names, positiveNumber, wholeNumber } from '../options/options.ts';
import { noteAlike } from '../output/alike-note.ts';
import { scoreTarget } from '../rank/target-options.ts';
import { compareKnown } from './compare-known.ts';
import { correlationOption, type FailRule, failRule, USUAL } from './compare-options.ts';

export interface CompareOptions extends BankOptions {
  readonly modelArg?: ModelArgs;
  readonly taskArg?: TaskArgs;
  readonly leaveOut: string[];
  readonly items?: number;
  readonly stopEarly?: boolean;
  readonly kinship: number;
  readonly seed: number;
  readonly plan?: boolean;
  readonly target: ScoreTarget;
  readonly confidence: number;
  readonly failIf?: FailRule;
  readonly equivalentWithin?: number;
  readonly budget?: string;
  readonly concurrency: number;
  readonly resume?: boolean;
  readonly dryRun?: boolean;
  readonly reuse?: boolean;
  readonly unlisted?: boolean;
  readonly json?: boolean;
  readonly junit?: string;
  readonly markdown?: string;
  readonly report?: string;
}

const EXAMPLES = `
Each model is one of:
  NAME                a recorded model of the bank, or of --responses
  run:3, run:3/NAME   a model of a kept run (thetarank runs list)
  NAME@ADDRESS        a model behind an endpoint, as in rank --model: it is asked

All others are compared with the first one. Changes are above 0 if they score higher than it.

Exit codes: 0 nothing speaks against the new model; 7 --fail-if: a larger loss is shown, or --equivalent-within: a larger difference is
shown; 8 --equivalent-within: cannot tell; 4 the budget is spent; 2 an invalid call; 130 interrupted.

Examples:
  thetarank compare gpt-4-0314 gpt-4o-2024-05-13 --bank cruxeval-o
  thetarank compare gpt-4-0314 gpt-4o-2024-05-13 --bank cruxeval-o --items 200 --stop-early
  thetarank compare old-model new@http://localhost:8000/v1 --bank my-bank --fail-if "drop>1.0@0.95" --junit compare.xml
  thetarank compare old@http://localhost:8000/v1 new@http://localhost:8001/v1 --bank mmlu-pro --items 500 --markdown compare.md
  thetarank compare step-1000 step-2000 --responses answers.csv --equivalent-within 1
  thetarank compare old@http://localhost:8000/v1 new@http://localhost:8001/v1 --bank mmlu-pro --plan

See also: thetarank rank (scores and places), thetarank order (the order of many models).`;

/** `thetarank compare`: the difference of models on the same items. */
export function addCompareCommand(program: Command): void {
  const command = program
    .command('compare')
    .description(
      'Tell models apart: the change of the score from one model to others, by the same items, which are chosen where the models are likely to differ.',
    )
    .argument('<models...>', 'two or more models; the first is what the others are compared with');
  addBankOptions(command)
    .optionsGroup('The comparison:')
    .option(
      '--items <n>',
      'items per model at most (default: all items if all models are recorded, else 243, or half of a smaller bank)',
      wholeNumber(1),
    )
    .option('--stop-early', 'stop as soon as everything is decided: at 25, 50 or 75% of the items')
    .option(
      '--kinship <r>',
      'expected correlation of the answers of the models beyond their abilities, 0 to 0.95; it only guides the choice of items',
      correlationOption,
      USUAL.kinship,
    )
    .option(
      '--leave-out <a,b>',
      'recorded models whose families the calibration must not see, such as relatives of new models',
      names,
      [],
    )
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), USUAL.seed)
    .option(
      '--plan',
      'ask nothing: print the losses that numbers of items can show, beside random items',
    )
    .optionsGroup('The decision:')
    .option(
      '--target <score>',
      'score to compare: expected (on items like these) or recorded (on this bank)',
      scoreTarget,
      USUAL.target,
    )
    .option(
      '--confidence <p>',
      'confidence of all intervals together',
      confidence,
      USUAL.confidence,
    )
    .option(
      '--fail-if <rule>',
      'exit code 7 if a loss beyond this many points is shown with this one-sided confidence, such as "drop>1.0@0.95"',
      failRule,
    )
    .option(
      '--equivalent-within <points>',
      'exit code 8 unless the difference is shown to be smaller (two one-sided tests); 7 if it is shown to be larger',
      positiveNumber,
    )
    .optionsGroup('Models behind endpoints:')
    .addOption(modelArgOption())
    .addOption(taskArgOption(FORM_ARGS))
    .option('--budget <dollars>', 'stop before more is spent, such as 5usd; needs -M price=IN:OUT')
    .option('--concurrency <n>', 'most items in flight per model', wholeNumber(1), 16)
    .option('--resume', 'continue the last run of the same bank, models and options')
    .option('--dry-run', 'print what the run will take, check the endpoints, and ask nothing')
    .option('--reuse', REUSE_HELP)
    .option('--unlisted', UNLISTED_HELP)
    .optionsGroup('Results:')
    .option('--json', 'print JSON')
    .option('--junit <file>', 'also write a JUnit XML report there, which pipelines show')
    .option('--markdown <file>', 'also write a table there for the comment on a pull request')
    .option('--report <file>', 'also write one HTML page with a forest plot there')
    .addHelpText('after', `${settingsText(FORM_ARGS)}\n${EXAMPLES}`)
    .action(async (models: string[], options: CompareOptions) => {
      const words = models.map(comparedWord);
      checkWords(words);
      const files = [options.junit, options.markdown, options.report].filter(
        (f) => f !== undefined,
      );
      for (const file of files) keepInputs(file, options);
      checkWritable(files);
      if (words.some(({ kind }) => kind === 'endpoint')) {
        // Only here: the client of endpoints takes a while to load.
        const { compareEndpoints } = await import('./compare-endpoints.ts');
        return compareEndpoints(words, options);
      }
      refuseLiveOptions(options, command);
      const { source, models: known } = await readKnown(words, options);
      await compareKnown(distinctNames(known), source, { words, options });
    });
}

/** @throws OPTIONS_CONFLICT for fewer than two models, or one that is named twice */
function checkWords(words: readonly ComparedWord[]): void {
  if (words.length < 2)
    fail('OPTIONS_CONFLICT', {
      options: words[0]?.text ?? 'compare',
      reason: 'is one model; name at least two, the first one to compare the others with.',
    });
  const texts = words.map(({ text }) => text);
  const twice = texts.find((text, k) => texts.indexOf(text) < k);
  if (twice !== undefined)
    fail('OPTIONS_CONFLICT', { options: twice, reason: 'is named twice; name different models.' });
}

const LIVE_ONLY = [
  ...['modelArg', 'taskArg', 'budget', 'concurrency', 'resume', 'dryRun', 'reuse', 'unlisted'],
];

function refuseLiveOptions(_: CompareOptions, command: Command): void {
  for (const name of LIVE_ONLY)
    if (command.getOptionValueSource(name) === 'cli')
      fail('OPTIONS_CONFLICT', {
        options: command.options.find((option) => option.attributeName() === name)!.long!,
        reason:
          'only works with a model behind an endpoint, such as my-model@http://localhost:8000/v1.',
      });
}

/** Recorded models and those of kept runs, with the bank. */
async function readKnown(words: readonly ComparedWord[], options: CompareOptions) {
  const isOfRun = words.some(({ kind }) => kind === 'run');
  if (!isOfRun) {
    const source = await readBank(options);
    const isOfFile = options.bank === undefined;
    return {
      source,
      models: words.map(({ text }) => recordedAnswers(source.bank, text, isOfFile)),
    };
  }
  const { bank: name } = options;
  if (name === undefined)
    return fail('OPTIONS_CONFLICT', {
      options: '--responses, run:N',
      reason: 'kept runs are of a bank of the database; use --bank.',
    });
  return readStore(options, async (store) => {
    const { readLiveBank } = await import('../../tested-bank/live-bank.ts');
    const { recorded: bank, families } = await readLiveBank(store, name, false);
    const source: RecordedSource = { bank, families };
    const models: Awaited<ReturnType<typeof runAnswers>>[] = [];
    for (const word of words)
      models.push(
        word.kind === 'run'
          ? await runAnswers(store, bank, word)
          : recordedAnswers(bank, word.text),
      );
    const names = models.map((model) => model.name);
    noteAlike([...bank.responses.examinees, ...names], names);
    return { source, models };
  });
}
