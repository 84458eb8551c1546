import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { STRATEGIES } from '../../../sim/post-hoc/strategies.ts';
import { fail } from '../../errors.ts';
import { checkWritable, writeFileWhole } from '../../files/write/write.ts';
import { nearestNames } from '../../nearest.ts';
import { TASK_ARGS, taskSettings } from '../../operations/asking/task-args.ts';
import { bankCache } from '../../operations/bank-cache.ts';
import { gradedAdvice } from '../../operations/graded-notes.ts';
import { modelNames } from '../../operations/model-names.ts';
import { peopleLine, peopleOfRanking } from '../../operations/rank/people-line.ts';
import { rankNextStep } from '../../operations/rank/rank-next.ts';
import {
  earlyRows,
  publishedComparison,
  rankPage,
  rankReport,
} from '../../operations/rank/rank-report.ts';
import { fewModelsNote } from '../../operations/rank/studied-text.ts';
import {
  hasTagScores,
  leaderboardCsv,
  TAGS_HEADER,
  tagReport,
  tagsCsv,
} from '../../operations/rank/tag-report.ts';
import { rankOnThreads } from '../../ranking/recorded/rank-on-threads.ts';
import {
  divideModels,
  RANK_STRATEGIES,
  type RankStrategy,
  rankSteps,
} from '../../ranking/recorded/rank-request.ts';
import type { RankResult } from '../../ranking/recorded/rank-result.ts';
import { wordsOfReports } from '../../report/words-of-reports.ts';
import type { PeopleOn } from '../../workflow/bank/humans/people-on.ts';
import { defaultItems } from '../../workflow/live/test-defaults.ts';
import { addLiveOptions, LIVE_ONLY, type LiveOptions } from '../live/live-options.ts';
import { addBankOptions, type BankOptions, readBank, sourceOf } from '../options/bank-source.ts';
import {
  addCostOptions,
  type CostOptions,
  readItemCosts,
  requireCosts,
} from '../options/cost-options.ts';
import { readStore } from '../options/database-option.ts';
import { settingsText } from '../options/named-values.ts';
import { keepInputs, wholeNumber, workersOption } from '../options/options.ts';
import { printedAnyway } from '../output/printed-anyway.ts';
import { isProgressRead } from '../output/progress-lines.ts';
import { shownWork } from '../output/shown-work.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { refuseTargets, requireTags, scoreTarget, type TargetOptions } from './target-options.ts';

interface RankOptions extends BankOptions, TargetOptions, LiveOptions, CostOptions {
  readonly budget?: string;
  readonly items?: number;
  readonly growTo?: number;
  readonly strategy: string;
  readonly seed: number;
  readonly models?: string;
  readonly draws: number;
  readonly workers?: number;
  readonly includeFlagged?: boolean;
  readonly json?: boolean;
  readonly out?: string;
  readonly report?: string;
}

const RESULT_FILES = ['leaderboard.csv', 'tags.csv', 'result.json', 'sessions.jsonl'];
const LEAST_DRAWS = 20;

const EXAMPLES = `
Examples:
  thetarank rank --bank mmlu-pro
  thetarank rank --bank mmlu-pro --items 100 --models gemma-7b,Yi-34B --json
  thetarank rank --bank swebench-verified --items 50 --by-tag
  thetarank rank --bank swebench-verified --costs costs.csv --max-cost 75usd
  thetarank rank --responses answers.csv --items 100 --out results --report ranking.html
  thetarank rank --responses graded.csv --strategy graded --items 40
  thetarank rank --bank mmlu-pro --model my-checkpoint@http://localhost:8000/v1 --items 243
  thetarank rank --bank my-bank --model my-checkpoint@http://localhost:8000/v1 --calibration 1
  thetarank rank --bank my-bank --model my-checkpoint@http://localhost:8000/v1 --items 500 --reuse
  thetarank rank --bank my-bank --model base@http://localhost:8000/v1 -T variant=letter -T shots=5
  thetarank rank --bank mmlu-pro --model gpt-x@https://api.openai.com/v1 -M key-variable=OPENAI_API_KEY -M price=0.15:0.60 --budget 5usd

See also: thetarank order (ask until the order of models is decided), thetarank place (a model from the log of a harness).`;

/** `thetarank rank`: models tested adaptively and ranked, recorded ones or models behind endpoints. */
export function addRankCommand(program: Command): void {
  const command = program
    .command('rank')
    .description(
      'Test each model with a few items and rank the models: recorded ones, each on a calibration without it, or models behind endpoints (--model).',
    );
  addTestOptions(addBankOptions(command));
  addResultOptions(addLiveOptions(command))
    .addHelpText('after', `${settingsText(TASK_ARGS)}\n${EXAMPLES}`)
    .action(async (options: RankOptions) => {
      refuseHalves(options, command);
      requireCosts(options);
      const isChosen = command.getOptionValueSource('strategy') === 'cli';
      if (isLive(options)) {
        // Only here: the client of endpoints takes a while to load.
        const { rankLive } = await import('../live/rank-live.ts');
        // A robust test learns from recorded models, and a kept calibration has none.
        const strategy =
          options.calibration !== undefined && !isChosen ? 'paper' : options.strategy;
        const { taskArg, ...rest } = options;
        return rankLive({ ...rest, ...taskSettings(taskArg), strategy, defaultItems });
      }
      refuseTargets(options);
      await rankAll(options);
    });
}

function addTestOptions(command: Command): Command {
  command
    .optionsGroup('The test:')
    .option(
      '--items <n>',
      'items per model (default: 243, or half of a smaller bank; with --max-cost no limit)',
      wholeNumber(1),
    )
    .option(
      '--grow-to <n>',
      'a test with an alarm or a wide interval goes on to at most this many items; not with --costs (default: no test grows)',
      wholeNumber(1),
    );
  return addCostOptions(command)
    .option(
      '--strategy <name>',
      `how items are chosen: ${RANK_STRATEGIES.join(', ')}; graded models scores between 0 and 1; with --model also random, which needs no recorded models`,
      'robust',
    )
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .option(
      '--include-flagged',
      'let adaptive choice use items that work backwards; by default it leaves them out',
    )
    .option('--models <a,b>', 'show and compare only these recorded models')
    .option(
      '--draws <n>',
      'number of random tests of the same length to compare with, at least 20',
      wholeNumber(LEAST_DRAWS),
      20,
    );
}

function addResultOptions(command: Command): Command {
  return command
    .optionsGroup('Results:')
    .option(
      '--target <score>',
      'score to print: recorded (on this bank) or expected (on items like these) (default: expected with --model, else recorded)',
      scoreTarget,
    )
    .addOption(workersOption())
    .option('--by-tag', 'print the scores by tag too')
    .option('--json', 'print JSON')
    .option(
      '--out <folder>',
      'write there leaderboard.csv, result.json, sessions.jsonl and, if items have tags, tags.csv (with --model: leaderboard.csv, result.json, answers.jsonl)',
    )
    .option(
      '--report <file>',
      'also write the leaderboard there as one HTML page that can be sent to others',
    );
}

function isLive({ model, modelsFile }: LiveOptions): boolean {
  return model !== undefined || modelsFile !== undefined;
}

/** Options that one way to rank knows, and the other would ignore. @throws OPTIONS_CONFLICT */
function refuseHalves(options: RankOptions, command: Command): void {
  const refuse = (names: readonly string[], reason: string, way = '') => {
    for (const name of names)
      if (command.getOptionValueSource(name) === 'cli') {
        const flag = command.options.find((option) => option.attributeName() === name)!.long;
        fail('OPTIONS_CONFLICT', { options: `${way}${flag}`, reason });
      }
  };
  if (isLive(options))
    refuse(
      ['models', 'draws', 'workers'],
      'only works with recorded answers; leave one of the options out.',
      '--model, ',
    );
  else
    refuse(
      LIVE_ONLY,
      'only works with --model, such as --model my-model@http://localhost:8000/v1.',
    );
}

async function rankAll(options: RankOptions): Promise<void> {
  const isKnown = (RANK_STRATEGIES as readonly string[]).includes(options.strategy);
  if (!isKnown && Object.hasOwn(STRATEGIES, options.strategy))
    fail('OPTION_INVALID', {
      option: '--strategy',
      found: `"${options.strategy}", which only works ${options.strategy === 'random' ? 'with --model and ' : ''}in simulate post-hoc`,
      accepted: RANK_STRATEGIES.join(', '),
    });
  if (!isKnown)
    fail('NAME_UNKNOWN', {
      kind: 'strategy',
      name: options.strategy,
      nearest: nearestNames(options.strategy, RANK_STRATEGIES),
    });
  const { out, report: page } = options;
  const files = [
    ...(out === undefined ? [] : RESULT_FILES.map((file) => join(out, file))),
    ...(page === undefined ? [] : [page]),
  ];
  for (const file of files) keepInputs(file, options);
  checkWritable(files);
  const { bank, families } = await readBank(options);
  requireTags(options, bank, options.bank === undefined);
  const size = bank.responses.items.length;
  const request = {
    bank,
    families,
    items: options.items ?? (options.maxCost === undefined ? defaultItems(size) : size),
    growTo: options.growTo,
    costs: readItemCosts(options, bank.responses.items),
    strategy: options.strategy as RankStrategy,
    seed: options.seed,
    models:
      options.models === undefined
        ? undefined
        : modelNames(options.models, bank.responses.examinees),
    draws: options.draws,
    includeFlagged: options.includeFlagged,
    cacheFolder: bankCache(options.bank, options.strategy),
  };
  const steps = rankSteps(request);
  const all = bank.responses.examinees.length;
  const { foldOf } = divideModels(request);
  const sizes = [...Map.groupBy(foldOf, (k) => k).values()].map((own) => own.length);
  const few = fewModelsNote(options.strategy, all, all - Math.max(...sizes));
  if (few !== null) printNote(few);
  const started = performance.now();
  const workers = options.workers ?? availableParallelism();
  const target = options.target ?? 'recorded';
  const isQuiet = options.json === true || isProgressRead();
  let printed = 0;
  const result = await shownWork(steps, 'calibrating on all models', (onStep, printLine) => {
    const names = request.models ?? bank.responses.examinees;
    const early = earlyRows(names, target, request.costs !== undefined);
    return rankOnThreads(request, workers, onStep, (model) => {
      if (isQuiet) return;
      if (printed++ === 0) printLine(`Models as their tests end; ranks follow.\n\n${early.head}`);
      printLine(early.row(model));
    });
  });
  if (printed > 0) console.log();
  const people = await peopleOfRanking(
    options.bank,
    (use) => readStore(options, use),
    bank.responses.items,
    target,
  );
  const { sessions, ...summary } = withPeople(result, people);
  const seconds = (performance.now() - started) / 1000;
  const isPlain = workers === 1 && request.cacheFolder === null;
  if (!result.converged) process.exitCode = 3;
  const print = (written: readonly string[] | null) => {
    if (options.json) {
      console.log(JSON.stringify(summary, null, 2));
      return;
    }
    printText(rankReport(result, target));
    if (people !== null) printText(`\n${peopleLine(people, result.bank)}`);
    if (options.byTag) printText(`\n${tagReport(result, target)}`);
    if (options.bank === 'climedbench') printText(`\n${publishedComparison(result)}`);
    const advice = gradedAdvice(bank.responses, request.strategy);
    if (advice !== null) printText(`\n${advice}`);
    printText(`\n${rankNextStep(result, sourceOf(options), isPlain ? seconds : null)}`);
    if (written !== null && written.length > 0)
      printText(
        `\nWritten to ${out}: ${written.join(', ')} (${sessions.length} sessions, item by item).`,
      );
    if (written !== null && page !== undefined) printText(`\nReport: ${page}`);
  };
  const write = async () => {
    const written = out === undefined ? [] : writeResult(out, withPeople(result, people));
    if (page !== undefined)
      writeFileWhole(page, await rankPage(result, target, wordsOfReports(), people));
    return written;
  };
  await printedAnyway(write, print);
}

/** The result with the reference of people, where it is known. */
function withPeople(result: RankResult, people: PeopleOn | null): RankResult {
  return people === null ? result : { ...result, ...{ humans: people } };
}

/** Writes the files of a ranking and returns their names. */
function writeResult(folder: string, result: RankResult): string[] {
  const { sessions, ...summary } = result;
  const files: Record<string, string> = { 'leaderboard.csv': leaderboardCsv(result) };
  if (hasTagScores(result)) files['tags.csv'] = tagsCsv(result);
  else removeTags(join(folder, 'tags.csv'));
  files['result.json'] = `${JSON.stringify(summary, null, 2)}\n`;
  files['sessions.jsonl'] = sessions.map((session) => `${JSON.stringify(session)}\n`).join('');
  for (const [file, text] of Object.entries(files)) writeFileWhole(join(folder, file), text);
  return Object.keys(files);
}

/** Scores by tag of an earlier ranking would pass for those of this one. A file of somebody else's stays. */
function removeTags(file: string): void {
  const isOurs =
    existsSync(file) && readFileSync(file, 'utf8').startsWith(`${TAGS_HEADER.join()}\n`);
  if (isOurs) rmSync(file);
}
