import { existsSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { loadBuiltinBank } from '../../item-bank/builtin/load.ts';
import { STRATEGIES } from '../../sim/post-hoc/strategies.ts';
import { fail } from '../errors.ts';
import { readHarnessSamples } from '../files/read-harness-samples.ts';
import { checkWritable, writeFileWhole } from '../files/write.ts';
import { nearestNames } from '../nearest.ts';
import { PLACE_STEPS, placeAnswers } from '../ranking/place-answers.ts';
import { rankOnThreads } from '../ranking/recorded/rank-on-threads.ts';
import { RANK_STRATEGIES, type RankStrategy, rankSteps } from '../ranking/recorded/rank-request.ts';
import type { RankResult } from '../ranking/recorded/rank-result.ts';
import { addLiveOptions, LIVE_ONLY, type LiveOptions } from './live/live-options.ts';
import { bankCache } from './options/bank-cache.ts';
import { addBankOptions, type BankOptions, readBank, sourceOf } from './options/bank-source.ts';
import {
  confidence,
  keepInputs,
  modelNames,
  positiveNumber,
  wholeNumber,
  workersOption,
} from './options/options.ts';
import { progressBar } from './output/progress.ts';
import { shownWork } from './output/shown-work.ts';
import { placeReport } from './place-report.ts';
import { rankNextStep } from './rank-next.ts';
import { rankUntilOrdered } from './rank-order.ts';
import { publishedComparison, rankReport } from './rank-report.ts';
import { hasTagScores, leaderboardCsv, TAGS_HEADER, tagReport, tagsCsv } from './tag-report.ts';
import { refuseTargets, requireTags, scoreTarget, type TargetOptions } from './target-options.ts';

interface RankOptions extends BankOptions, TargetOptions, LiveOptions {
  readonly confidence?: number;
  readonly margin?: number;
  readonly budget?: string;
  readonly items?: number;
  readonly strategy: string;
  readonly seed: number;
  readonly models?: string;
  readonly draws: number;
  readonly workers?: number;
  readonly includeFlagged?: boolean;
  readonly answers?: string[];
  readonly name?: string;
  readonly filter?: string;
  readonly metric?: string;
  readonly json?: boolean;
  readonly out?: string;
}

/** Items each model is asked by default, or half of a smaller bank. */
function defaultItems(size: number): number {
  return size >= 2 * DEFAULT_ITEMS ? DEFAULT_ITEMS : Math.ceil(size / 2);
}

const DEFAULT_ITEMS = 243;
const RESULT_FILES = ['leaderboard.csv', 'tags.csv', 'result.json', 'sessions.jsonl'];
const LEAST_DRAWS = 20;

const EXAMPLES = `
Examples:
  thetarank rank --bank mmlu-pro
  thetarank rank --bank mmlu-pro --items 100 --models gemma-7b,Yi-34B --json
  thetarank rank --responses answers.csv --items 100 --out results
  thetarank rank --bank mmlu-pro --confidence 0.95 --margin 1 --budget 20000
  thetarank rank --bank mmlu-pro --answers samples_mmlu_pro_*.jsonl --name my-checkpoint
  thetarank rank --bank mmlu-pro --model my-checkpoint@http://localhost:8000/v1 --items 243
  thetarank rank --bank my-bank --model my-checkpoint@http://localhost:8000/v1 --calibration 1
  thetarank rank --bank mmlu-pro --model gpt-x@https://api.openai.com/v1 --price 0.15:0.60 --budget 5usd`;

/** `thetarank rank`: recorded models tested adaptively and ranked, or a new model placed from a harness's log. */
export function addRankCommand(program: Command): void {
  const command = program
    .command('rank')
    .description(
      'Test models with a few items each and rank them: recorded ones, on a calibration without them; models behind endpoints (--model); or place a new model from its answers (--answers).',
    );
  addRecordedOptions(addBankOptions(command));
  addLiveOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (options: RankOptions) => {
      refuseHalves(options, command);
      const isChosen = command.getOptionValueSource('strategy') === 'cli';
      if (options.model !== undefined || options.modelsFile !== undefined) {
        // Only here: the client of endpoints takes a while to load.
        const { rankLive } = await import('./live/rank-live.ts');
        // A robust test learns from recorded models, and a kept calibration has none.
        const strategy =
          options.calibration !== undefined && !isChosen ? 'paper' : options.strategy;
        return rankLive({ ...options, strategy, defaultItems });
      }
      refuseTargets(options);
      if (options.confidence !== undefined)
        await rankUntilOrdered({
          ...options,
          confidence: options.confidence,
          budget: options.budget === undefined ? undefined : itemBudget(options.budget),
          defaultItems,
        });
      else if (options.answers === undefined) await rankAll(options);
      else await placeOne(options, options.answers);
    });
}

function addRecordedOptions(command: Command): void {
  command
    .option(
      '--items <n>',
      `items each model is asked (default: ${DEFAULT_ITEMS}, or half of a smaller bank)`,
      wholeNumber(1),
    )
    .option('--strategy <name>', `how items are chosen: ${RANK_STRATEGIES.join(', ')}`, 'robust')
    .option('--seed <n>', 'root of every random stream', wholeNumber(0), 1)
    .option(
      '--include-flagged',
      'let adaptive choice take items that work backwards, which it leaves out by default',
    )
    .option('--models <a,b>', 'show and compare only these models')
    .option(
      '--draws <n>',
      'random draws to compare with, at least 20',
      wholeNumber(LEAST_DRAWS),
      20,
    )
    .option(
      '--answers <files...>',
      'sample logs of lm-evaluation-harness: place the model they are of',
    )
    .option('--name <model>', 'with --answers: what to call the model (default: new model)')
    .option(
      '--filter <name>',
      'with --answers: the filter whose lines count, where a log has several',
    )
    .option('--metric <name>', 'with --answers: the metric to score by')
    .option(
      '--confidence <p>',
      'ask where the order is undecided, until every pair of models is ordered or tied with this confidence over all pairs, such as 0.95',
      confidence,
    )
    .option(
      '--margin <points>',
      'with --confidence: models this close count as tied (default: 1)',
      positiveNumber,
    )
    .option(
      '--budget <n>',
      'with --confidence: items over all models (default: models × --items of a ranking); with --model: dollars, such as 5usd',
    )
    .option(
      '--target <score>',
      'score that is printed or, with --confidence, put into order: recorded (on this bank) or expected (on items like these); default: expected with --model, else recorded',
      scoreTarget,
    )
    .addOption(workersOption())
    .option('--by-tag', 'print the scores by tag too')
    .option('--json', 'print JSON')
    .option(
      '--out <dir>',
      'also write leaderboard.csv, result.json, sessions.jsonl and, where items have tags, tags.csv there (with --confidence pairs.csv and no tags.csv; with --answers: result.json alone; with --model answers.jsonl instead of the last two)',
    );
}

/** A number of items, such as `20000`. @throws OPTION_INVALID */
function itemBudget(text: string): number {
  const items = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(items) || items < 1)
    fail('OPTION_INVALID', {
      option: '--budget',
      found: `"${text}"`,
      accepted: 'with --confidence: a whole number of items, at least 1',
    });
  return items;
}

/** Options that one way to rank knows, and the others would ignore. @throws OPTIONS_CONFLICT */
function refuseHalves(options: RankOptions, command: Command): void {
  const isGiven = (name: string) => command.getOptionValueSource(name) === 'cli';
  const isLive = options.model !== undefined || options.modelsFile !== undefined;
  const refuse = (names: readonly string[], reason: string, way = '') => {
    for (const name of names)
      if (isGiven(name)) {
        const flag = command.options.find((option) => option.attributeName() === name)!.long;
        fail('OPTIONS_CONFLICT', { options: `${way}${flag}`, reason });
      }
  };
  if (isLive) {
    refuse(
      ['confidence', 'margin', 'answers', 'name', 'filter', 'metric', 'models', 'draws', 'workers'],
      'is for recorded answers; leave one of them out.',
      '--model, ',
    );
    return;
  }
  refuse(LIVE_ONLY, 'goes with --model, such as --model my-model@http://localhost:8000/v1.');
  if (options.confidence === undefined) {
    refuse(['margin', 'budget'], 'goes with --confidence, such as --confidence 0.95.');
    return;
  }
  refuse(
    ['items', 'strategy', 'draws', 'workers', 'answers', 'name', 'filter', 'metric'],
    'how many items a model is asked, and which, follows from what is undecided; leave one of them out.',
    '--confidence, ',
  );
}

async function rankAll(options: RankOptions): Promise<void> {
  const isKnown = (RANK_STRATEGIES as readonly string[]).includes(options.strategy);
  if (!isKnown && Object.hasOwn(STRATEGIES, options.strategy))
    fail('OPTION_INVALID', {
      option: '--strategy',
      found: `"${options.strategy}", which only simulate post-hoc has`,
      accepted: RANK_STRATEGIES.join(', '),
    });
  if (!isKnown)
    fail('NAME_UNKNOWN', {
      kind: 'strategy',
      name: options.strategy,
      nearest: nearestNames(options.strategy, RANK_STRATEGIES),
    });
  const ofLogs = { '--name': options.name, '--filter': options.filter, '--metric': options.metric };
  for (const [option, value] of Object.entries(ofLogs))
    if (value !== undefined)
      fail('OPTIONS_CONFLICT', { options: option, reason: 'goes with --answers.' });
  const { out } = options;
  const files = out === undefined ? [] : RESULT_FILES.map((file) => join(out, file));
  for (const file of files) keepInputs(file, options);
  checkWritable(files);
  const { bank, families } = await readBank(options);
  requireTags(options, bank, options.bank === undefined);
  const size = bank.responses.items.length;
  const request = {
    bank,
    families,
    items: options.items ?? defaultItems(size),
    strategy: options.strategy as RankStrategy,
    seed: options.seed,
    models:
      options.models === undefined
        ? undefined
        : modelNames(options.models, bank.responses.examinees),
    draws: options.draws,
    includeFlagged: options.includeFlagged,
    cacheFolder: bankCache(options.bank),
  };
  const steps = rankSteps(request);
  const started = performance.now();
  const workers = options.workers ?? availableParallelism();
  const result = await shownWork(steps, 'calibrating on all models', (onStep) =>
    rankOnThreads(request, workers, onStep),
  );
  const { sessions, ...summary } = result;
  const seconds = (performance.now() - started) / 1000;
  const written = out === undefined ? [] : writeResult(out, result);
  if (!result.converged) process.exitCode = 3;
  if (options.json) {
    console.log(JSON.stringify(summary, null, 2));
    return;
  }
  const target = options.target ?? 'recorded';
  console.log(rankReport(result, target));
  if (options.byTag) console.log(`\n${tagReport(result, target)}`);
  if (options.bank === 'climedbench') console.log(`\n${publishedComparison(result)}`);
  console.log(`\n${rankNextStep(result, sourceOf(options), seconds)}`);
  if (out !== undefined)
    console.log(
      `\nWritten to ${out}: ${written.join(', ')} (${sessions.length} sessions, item by item).`,
    );
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

/** Options of the other use of `rank` would be ignored: better to say so. */
function refuseOthers(options: RankOptions): void {
  const given = {
    '--items': options.items,
    '--models': options.models,
    '--families': options.families,
    '--tags': options.tags,
    '--include-flagged': options.includeFlagged,
    '--strategy': options.strategy === 'robust' ? undefined : options.strategy,
  };
  for (const [option, value] of Object.entries(given))
    if (value !== undefined)
      fail('OPTIONS_CONFLICT', {
        options: `--answers, ${option}`,
        reason: 'a model is placed by the answers in the log; leave the other option out.',
      });
}

async function placeOne(options: RankOptions, files: readonly string[]): Promise<void> {
  if (options.bank === undefined || options.responses !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--answers',
      reason: 'places a model on a built-in bank; give --bank, such as --bank mmlu-pro.',
    });
  refuseOthers(options);
  if (options.out !== undefined) checkWritable([join(options.out, 'result.json')]);
  const { bank: recorded } = await readBank(options);
  const bank = { ...loadBuiltinBank(options.bank), fullScore: recorded.fullScore };
  const { answers, report } = readHarnessSamples(files, bank, {
    filter: options.filter,
    metric: options.metric,
  });
  const progress = progressBar();
  progress.start(PLACE_STEPS, 'estimating');
  let placement: ReturnType<typeof placeAnswers>;
  try {
    placement = placeAnswers(bank, options.name ?? 'new model', answers, options.seed, (doing) =>
      progress.advance(doing),
    );
  } finally {
    progress.stop();
  }
  if (options.out !== undefined)
    writeFileWhole(
      join(options.out, 'result.json'),
      `${JSON.stringify({ ...placement, log: report }, null, 2)}\n`,
    );
  if (options.json) {
    console.log(JSON.stringify({ ...placement, log: report }, null, 2));
    return;
  }
  console.log(placeReport(placement));
  if (options.out !== undefined) console.log(`\nWritten to ${join(options.out, 'result.json')}.`);
  if (report.disagreeing > 0)
    console.log(
      `\n${report.disagreeing} lines have a doc_id that is not their document's; the document was taken.`,
    );
  const left = report.lines - report.accepted;
  console.log(
    `\nRead ${report.lines} lines: ${report.accepted} answers by ${report.metric}${left === 0 ? '.' : `; left out: ${report.duplicates} repeated, ${report.unknown} of other items, ${report.otherFilter} of other filters.`}`,
  );
}
