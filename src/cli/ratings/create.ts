import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { newName } from '../../api/common.ts';
import { fail } from '../../errors.ts';
import { readJudges } from '../../files/judges/read-judges.ts';
import { plural } from '../../numbers.ts';
import { shellWord } from '../../shell-word.ts';
import type { Store } from '../../store/store.ts';
import { createPanel } from '../../workflow/ratings/create-panel.ts';
import { fileSource } from '../../workflow/ratings/file-source.ts';
import { panelDetail } from '../../workflow/ratings/panel-views.ts';
import { bankOfRun, runSource } from '../../workflow/ratings/run-source.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseArgument,
  readStore,
} from '../options/database-option.ts';
import { names, wholeNumber } from '../options/options.ts';
import { printText } from '../output/typed-commands.ts';
import { detailText } from './ratings-text.ts';

interface CreateOptions extends DatabaseOptions {
  readonly run?: number;
  readonly bank?: string;
  readonly raters: readonly string[];
  readonly perAnswer?: number;
  readonly answers?: number;
  readonly common: number;
  readonly rubric?: string;
  readonly rubrics?: string;
  readonly title?: string;
  readonly seed: number;
  readonly json?: boolean;
}

const ID_BYTES = 8;
const EXAMPLES = `
Answers are drawn so that all models are rated on the same questions, and items are represented equally. Each pair of raters has about the same number of answers in
common.

Examples:
  thetarank ratings create --run 12 --raters anna,ben
  thetarank ratings create --run 12 --raters anna,ben,chen --per-answer 2 --answers 320 --common 20 --rubric cmb-clin
  thetarank ratings create answers.jsonl --bank cases --raters anna,ben`;

/** `thetarank ratings create`. */
export function addCreateCommand(ratings: Command): void {
  const design = 'Who rates what:';
  const source = 'Answers:';
  const more = 'More:';
  const command = ratings
    .command('create')
    .description('Make a panel: draw answers of a run, and decide who rates which.')
    .argument(
      '[file]',
      'instead of --run: JSON Lines or CSV with model, item and output (docs/ratings.md; needs --bank)',
    )
    .optionsGroup(source)
    .option('--run <n>', 'answers of this run of evaluate, rank --model or stress', wholeNumber(1))
    .option('--bank <name>', 'for a file: the bank with the questions')
    .option(
      '--answers <n>',
      'how many answers are drawn (default: all, at most 5000)',
      wholeNumber(1),
    )
    .option('--rubric <name>', 'cmb-clin, climedbench or one of yours (default: as the items say)')
    .option('--rubrics <file>', 'a file of judges with rubrics of yours (docs/judges.md)')
    .optionsGroup(design)
    .requiredOption('--raters <a,b>', 'names of the raters', names)
    .option(
      '--per-answer <n>',
      'raters of each answer (default: 2; with one rater 1)',
      wholeNumber(1),
    )
    .option('--common <n>', 'answers that all raters rate', wholeNumber(0), 0)
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .optionsGroup(more)
    .option('--title <text>', 'what raters read above their work');
  addDatabaseOption(command)
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(create);
}

async function create(file: string | undefined, options: CreateOptions): Promise<void> {
  const { run, bank: given, raters } = options;
  if (
    (file === undefined) === (run === undefined) ||
    (file === undefined) !== (given === undefined)
  )
    fail('OPTIONS_CONFLICT', {
      options: 'file, --run, --bank',
      reason: 'name either a run by --run NUMBER, or a file of answers and its --bank NAME.',
    });
  const wrong = raters.find((rater) => !newName.safeParse(rater).success);
  if (wrong !== undefined)
    fail('OPTION_INVALID', {
      option: '--raters',
      found: JSON.stringify(wrong),
      accepted: 'names of at most 200 characters, without characters that are not shown',
    });
  const ownRubrics = options.rubrics === undefined ? [] : readJudges(options.rubrics).rubrics;
  await readStore(options, async (store) => {
    const bank = given ?? (await bankOfRun(store, run!));
    const panel = await createPanel(
      store,
      bank,
      (wants) =>
        file === undefined ? runSource(store, run!, wants) : fileSource(file, bank, wants),
      {
        title: options.title ?? `Answers to ${bank}`,
        ...{ raters, perAnswer: options.perAnswer ?? null, answers: options.answers ?? null },
        ...{ common: options.common, rubric: options.rubric ?? null, ownRubrics },
        seed: options.seed,
      },
      {
        id: randomBytes(ID_BYTES).toString('hex'),
        ...{ madeBy: null, createdAt: new Date().toISOString() },
      },
    );
    const detail = await panelDetail(store, panel);
    if (options.json === true) return console.log(JSON.stringify(detail, null, 2));
    printText(detailText(detail));
    printText(`\n${nextText(store, panel.id, raters)}`);
  });
}

function nextText(store: Store, panel: string, raters: readonly string[]): string {
  const database = databaseArgument(store.location);
  return [
    `Next: a key for each of the ${plural(raters.length, 'rater')}, under exactly this name:`,
    ...raters.map(
      (rater) =>
        `  thetarank keys add --role expert --panel ${panel} --name ${shellWord(rater)}${database}`,
    ),
    `then: thetarank serve${database}, and later: thetarank ratings show ${panel}${database}`,
  ].join('\n');
}
