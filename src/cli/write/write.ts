import { randomBytes } from 'node:crypto';
import { type Command, Option } from 'commander';
import { fail } from '../../errors.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { plural } from '../../numbers.ts';
import { UNLISTED_HELP } from '../../operations/asking/asking.ts';
import { askingExit } from '../../operations/asking/asking-exit.ts';
import { outlookText, spentText } from '../../operations/asking/budget-words.ts';
import { readBudgets } from '../../operations/asking/budgets.ts';
import { estimateLine } from '../../operations/asking/estimate-text.ts';
import { FLAG_WORDS } from '../../operations/asking/flag-words.ts';
import { UNANSWERED } from '../../operations/exit-codes.ts';
import { nextStep, writingText } from '../../operations/write/report.ts';
import { PROMPT_LANGUAGES } from '../../prompt/wording/language.ts';
import { WRITTEN_TYPES } from '../../prompt/write/issues.ts';
import { documentText } from '../../report/text.ts';
import type { BudgetLimits, Taken } from '../../run/run-budgets.ts';
import type { Store } from '../../store/store.ts';
import { budgetOutlook } from '../../workflow/synthesis/synthesis-budgets.ts';
import { addAccepted, bankWithAccepted } from '../../workflow/writing/accept-written.ts';
import { type RoundJob, roundEstimate, roundJob } from '../../workflow/writing/round-job.ts';
import { firstPlan } from '../../workflow/writing/round-plan.ts';
import { type PreparedRound, prepareRound, runRound } from '../../workflow/writing/run-round.ts';
import { readPassages } from '../../workflow/writing/source-passages.ts';
import {
  type NewWriting,
  sameWriting,
  startWriting,
} from '../../workflow/writing/start-writing.ts';
import {
  type WritingConfiguration,
  type WritingPanel,
  writingPanel,
} from '../../workflow/writing/writing-panel.ts';
import { writingState } from '../../workflow/writing/writing-state.ts';
import { checkEndpoints } from '../asking/check-endpoints.ts';
import { type EndpointFeedback, endpointFeedback } from '../asking/endpoint-feedback.ts';
import { flagCaller } from '../asking/flag-caller.ts';
import { interrupts } from '../asking/interrupts.ts';
import { synthesisProgress } from '../asking/synthesis-progress.ts';
import { addOperations } from '../named-command.ts';
import { addDatabaseOption, databaseArgument, withStore } from '../options/database-option.ts';
import { modelArgOption, settingsText } from '../options/named-values.ts';
import { wholeNumber } from '../options/options.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { share } from '../stand-in/stand-in-options.ts';
import {
  expertNames,
  namedModel,
  readGuideline,
  type WriteOptions,
  writtenTypes,
} from './write-options.ts';

const EXAMPLES = `
Examples:
  thetarank write --source notes.txt --writer a@http://localhost:8000/v1 --auditor b@http://localhost:8001/v1 --questions 50 --experts anna,ben --dry-run
  thetarank write --source notes.txt more.txt --writer a@http://localhost:8000/v1 --auditor b@http://localhost:8001/v1 --types single,open --language zh --experts anna,ben --bank my-bank
  thetarank write --continue 3f9c2a7be410
  thetarank write show 3f9c2a7be410
  thetarank write accept 3f9c2a7be410 --to my-bank

Exit codes: 0 done, or the questions went to the experts; 2 wrong input, or an endpoint refuses; 4 a budget was spent before the end; 6 answers or decisions of experts are missing; 130 interrupted.
How it works: docs/writing.md.
${settingsText()}`;

/** `thetarank write`: a model writes questions from a text, another one audits them, experts decide. */
export async function addWriteCommand(program: Command): Promise<void> {
  const repeated = (text: string, before: string[] = []) => [...before, text];
  const command = program
    .command('write')
    .description(
      'Have a model write questions from source texts and another one audit them; two experts decide about each in the dashboard. Rejected questions are written again with their feedback, until they accept enough of them.',
    )
    .optionsGroup('Questions:')
    .option('--source <file...>', 'text files (UTF-8) that the questions are written from')
    .option('--questions <n>', 'questions to write, 1 to 500', wholeNumber(1), 20)
    .option('--types <a,b>', `types of questions: ${WRITTEN_TYPES.join(', ')}`, writtenTypes, [
      'single',
    ])
    .addOption(
      new Option('--language <name>', 'language of the questions')
        .choices(PROMPT_LANGUAGES)
        .default('en'),
    )
    .option(
      '--guideline <file>',
      'what questions should be like: a text that writer and auditor see',
    )
    .option('--allow-personal-data', 'use texts that seem to have data of persons in them')
    .option('--licence <text>', 'licence of the questions', 'unknown')
    .option(
      '--title <text>',
      'title of the panel (default: the name of the first file, and the date)',
    )
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .optionsGroup('Models:')
    .option('--writer <name@url>', 'the model that writes, such as a@http://localhost:8000/v1')
    .option('--auditor <name@url>', 'the model that lists issues and answers without the key')
    .addOption(modelArgOption())
    .option('--unlisted', UNLISTED_HELP)
    .optionsGroup('Experts:')
    .option('--experts <a,b>', 'names of the two experts', expertNames, ['expert-1', 'expert-2'])
    .option(
      '--sample <n>',
      'of the unflagged questions of a round, experts see this number, drawn at random (default: all)',
      wholeNumber(1),
    )
    .option('--accept-share <share>', 'share of the questions that both must accept', share, 0.9)
    .option('--rounds <n>', 'rounds at most', wholeNumber(1), 5)
    .option('--bank <name>', 'bank that takes the accepted questions as pretest items')
    .optionsGroup('The run:')
    .option('--continue <panel>', 'ask what is missing, or begin the next round of this panel')
    .option('--resume', 'continue the last panel of the same texts, models and options')
    .option('--dry-run', 'print what the round will take, check the endpoints, and ask nothing')
    .option(
      '--budget <limits>',
      'limits: dollars (20usd) and tokens (5Mtok) for all rounds, time (1h30m) for this command; for several separate them by commas, or repeat the option',
      repeated,
    )
    .option('--concurrency <n>', 'most calls in flight per model', wholeNumber(1), 16)
    .option('--json', 'print JSON');
  addDatabaseOption(command).addHelpText('after', EXAMPLES).action(write);
  await addOperations(command, ['write list', 'write show', 'write accept', 'write export']);
}

async function write(options: WriteOptions): Promise<void> {
  const limits = readBudgets(options.budget);
  const feedback = endpointFeedback(() => FLAG_WORDS);
  const caller = flagCaller(feedback, () => FLAG_WORDS);
  const begins = options.dryRun !== true;
  await withStore(options, async (store) => {
    const found = await panelFor(store, options);
    if (found.panel === null && !begins) {
      const { id, bank, configuration: writing, passages } = found.made;
      const plan = firstPlan(writing, passages.length);
      const job = roundJob(store, { panel: id, bank, round: 1, plan, passages, writing, caller });
      return dryRun('New panel', job, { dollars: 0, tokens: 0 }, limits, options);
    }
    const panel = found.panel ?? (await startWriting(store, found.made, now()));
    const prepared = await prepareRound(store, panel, caller, now(), begins);
    if (!begins) {
      if (prepared !== null)
        return dryRun(`Panel ${panel.id}`, prepared.job, prepared.taken, limits, options);
      return printNote(`Panel ${panel.id}: models have nothing to do.`);
    }
    if (prepared !== null) await ask(store, panel, prepared, limits, feedback, options);
    await report(store, panel, options, prepared === null);
  }).finally(feedback.stop);
}

/** More questions per passage than it has matter for. */
const MOST_OF_PASSAGE = 10;

const now = () => new Date(SYSTEM_CLOCK.now()).toISOString();

/** Asks a round, after a look at its endpoints. */
async function ask(
  store: Store,
  panel: WritingPanel,
  prepared: PreparedRound,
  limits: BudgetLimits,
  feedback: EndpointFeedback,
  options: WriteOptions,
): Promise<void> {
  const { concurrency } = options;
  const caller = flagCaller(feedback, () => FLAG_WORDS);
  await outlook(`Panel ${panel.id}`, prepared.job, prepared.taken, limits, options);
  const database = databaseArgument(store.location);
  const signals = interrupts(
    `Continue later with thetarank write --continue ${panel.id}${database}.`,
  );
  const ran = await runRound(store, panel, prepared, {
    ...{ limits, concurrency, interrupts: signals, caller, clock: SYSTEM_CLOCK },
    watch: (facts) => synthesisProgress(facts, feedback),
  }).finally(() => signals.restore());
  if (ran.ready) return;
  const { code, message } = askingExit(ran);
  const spent = spentText(ran.budgets);
  if (spent !== null) printNote(spent);
  if (message !== null) printNote(`error: ${message}`);
  process.exitCode = code === 0 ? UNANSWERED : code;
}

/** What a round will take, and whether its endpoints answer. */
async function outlook(
  panel: string,
  job: RoundJob,
  taken: Taken,
  limits: BudgetLimits,
  { concurrency, unlisted, dryRun: isDryRun }: WriteOptions,
) {
  const { writer, auditor } = job.writing;
  const estimate = roundEstimate(job, concurrency);
  const budgets = budgetOutlook(limits, estimate, taken);
  printNote(
    `${panel}, round ${job.round}: ${plural(job.tasks.length, 'question')} to write: ${estimateLine(estimate, null)}`,
  );
  for (const budget of budgets) printNote(outlookText(budget));
  const mustList = unlisted === true ? undefined : '--writer, --auditor';
  const isSame = writer.name === auditor.name && writer.baseUrl === auditor.baseUrl;
  await checkEndpoints(isSame ? [writer] : [writer, auditor], {
    ...{ wordsOf: () => FLAG_WORDS, mustList, isDryRun },
  });
  return { ...estimate, budgets };
}

async function dryRun(
  panel: string,
  job: RoundJob,
  taken: Taken,
  limits: BudgetLimits,
  options: WriteOptions,
) {
  const expected = await outlook(panel, job, taken, limits, options);
  if (options.json === true) console.log(JSON.stringify(expected, null, 2));
}

/** The panel to continue, or what a new one is made of; nothing is kept by a dry run. */
async function panelFor(
  store: Store,
  options: WriteOptions,
): Promise<
  | { readonly panel: WritingPanel; readonly made: null }
  | { readonly panel: null; readonly made: NewWriting }
> {
  if (options.continue !== undefined) {
    const panel = await writingPanel(store, options.continue);
    return { panel: withModels(panel, options), made: null };
  }
  const { source, writer, auditor, questions } = options;
  if (source === undefined || writer === undefined || auditor === undefined)
    return fail('OPTIONS_CONFLICT', {
      options: '--source, --writer, --auditor',
      reason: 'a new panel needs all three. To go on with a panel, use --continue PANEL.',
    });
  if (questions > 500)
    fail('OPTION_INVALID', {
      option: '--questions',
      found: String(questions),
      accepted: 'at most 500 per panel; use several panels for more',
    });
  const read = readPassages(source, options, options.allowPersonalData === true);
  const { cut, passages } = read;
  const configuration: WritingConfiguration = {
    ...{ language: options.language, types: options.types, questions, seed: options.seed },
    writer: namedModel(writer, options).model,
    auditor: namedModel(auditor, options).model,
    guideline: readGuideline(options.guideline),
    ...{ experts: options.experts, sample: options.sample ?? null, rounds: options.rounds },
    ...{ acceptShare: options.acceptShare, licence: options.licence, sources: read.sources },
  };
  printNote(
    `${plural(cut, 'passage')} in ${plural(source.length, 'file')}${passages.length < cut ? `, of which ${passages.length} are used` : ''}.`,
  );
  const each = questions / passages.length;
  if (each > MOST_OF_PASSAGE)
    printNote(
      `NOTE: ${questions} questions from ${plural(passages.length, 'passage')} are about ${Math.round(each)} per passage, so many will repeat each other. Add texts, or ask for fewer: --questions ${MOST_OF_PASSAGE * passages.length}`,
    );
  const bank = options.bank ?? null;
  const same = await sameWriting(store, bank, configuration);
  if (same !== undefined && options.resume === true)
    return { panel: withModels(same, options), made: null };
  if (same !== undefined)
    printNote(
      `Panel ${same.id} has the same texts, models and options. To continue it: thetarank write --continue ${same.id}${databaseArgument(store.location)}`,
    );
  else if (options.resume === true)
    printNote('There is no such panel to continue: a new one starts.');
  const made = {
    ...{ id: randomBytes(6).toString('hex'), bank, madeBy: null, configuration, passages },
    title: options.title ?? `${read.sources[0].file}, ${now().slice(0, 10)}`,
  };
  return { panel: null, made };
}

/** With the addresses that the options give its models: an endpoint may have moved. @throws OPTIONS_CONFLICT for another model */
function withModels(panel: WritingPanel, options: WriteOptions): WritingPanel {
  const moved = (which: 'writer' | 'auditor') => {
    const own = panel.configuration[which];
    const given = options[which];
    if (given === undefined) return own;
    const { model } = namedModel(given, options);
    if (model.name !== own.name)
      fail('OPTIONS_CONFLICT', {
        options: `--${which}`,
        reason: `panel ${panel.id} has ${own.name} as its ${which}. Name that one, with its new address.`,
      });
    return { ...own, baseUrl: model.baseUrl };
  };
  const configuration = {
    ...panel.configuration,
    writer: moved('writer'),
    auditor: moved('auditor'),
  };
  return { ...panel, configuration };
}

/** Prints where the panel stands; with --bank, what is accepted goes there at the end. */
async function report(
  store: Store,
  panel: WritingPanel,
  { json }: WriteOptions,
  isIdle: boolean,
): Promise<void> {
  const state = writingState(await store.writing.record(panel.id), panel.configuration);
  const database = databaseArgument(store.location);
  const isOver = state.step === 'done';
  const added =
    isOver && panel.bank !== null ? await addAccepted(store, panel, panel.bank, now()) : null;
  if (state.step === 'deciding' && isIdle) process.exitCode = UNANSWERED;
  const { questions: _, current: __, ...shown } = state;
  const next = nextStep(panel, state, database, await bankWithAccepted(store, panel));
  if (json === true)
    return console.log(JSON.stringify({ panel: panel.id, ...shown, added, next }, null, 2));
  printText(documentText(writingText(panel, state, next)));
  if (added !== null)
    printText(
      `${plural(added.added, 'pretest item')} added to ${added.bank}${added.known > 0 ? `, ${added.known} were there` : ''}.`,
    );
}
