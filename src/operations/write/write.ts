import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { fail } from '../../errors.ts';
import { endpointConfiguration } from '../../examinee/endpoint/configuration/configuration.ts';
import { parseModelAddress } from '../../examinee/endpoint/configuration/model-address.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { plural } from '../../numbers.ts';
import { PROMPT_LANGUAGES } from '../../prompt/wording/language.ts';
import { WRITTEN_TYPES } from '../../prompt/write/issues.ts';
import type { BudgetLimits } from '../../run/run-budgets.ts';
import { readText } from '../../text/read-text.ts';
import { budgetOutlook } from '../../workflow/synthesis/synthesis-budgets.ts';
import { addAccepted, bankWithAccepted } from '../../workflow/writing/accept-written.ts';
import { roundEstimate, roundJob } from '../../workflow/writing/round-job.ts';
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
import { calling, modelArg } from '../asking/asking.ts';
import { askingExit, type Exit } from '../asking/asking-exit.ts';
import { outlookText, spentText } from '../asking/budget-words.ts';
import { readBudgets } from '../asking/budgets.ts';
import { estimateLine } from '../asking/estimate-text.ts';
import { endpointSettings } from '../asking/model-args.ts';
import { type Asking, withAsking } from '../asking/within-budgets.ts';
import { UNANSWERED } from '../exit-codes.ts';
import { ownBank, seed, shortText, wholeNumber } from '../fields.ts';
import { type Context, operation } from '../operation.ts';
import { nextStep, writingText } from './report.ts';

const QUESTIONS = { group: 'Questions' };
const MODELS = { group: 'Models' };
const EXPERTS = { group: 'Experts' };

const options = z.strictObject({
  source: z
    .array(z.string())
    .optional()
    .describe('text files (UTF-8) that the questions are written from')
    .meta({ ...QUESTIONS, value: 'file', file: 'in', isVariadic: true }),
  questions: wholeNumber(1)
    .max(500)
    .default(20)
    .describe('questions to write; for more than 500 use several panels')
    .meta(QUESTIONS),
  types: z
    .array(z.enum(WRITTEN_TYPES))
    .min(1)
    .default(['single'])
    .describe(`types of questions: ${WRITTEN_TYPES.join(', ')}`)
    .meta(QUESTIONS),
  language: z
    .enum(PROMPT_LANGUAGES)
    .default('en')
    .describe('language of the questions')
    .meta({ ...QUESTIONS, value: 'name' }),
  guideline: z
    .string()
    .optional()
    .describe('what questions should be like: a text that writer and auditor see')
    .meta({ ...QUESTIONS, value: 'file', file: 'in' }),
  allowPersonalData: z
    .boolean()
    .default(false)
    .describe('use texts that seem to have data of persons in them')
    .meta(QUESTIONS),
  licence: z.string().default('unknown').describe('licence of the questions').meta(QUESTIONS),
  title: z
    .string()
    .optional()
    .describe('title of the panel (default: the name of the first file, and the date)')
    .meta(QUESTIONS),
  seed: seed.meta(QUESTIONS),
  writer: z
    .string()
    .optional()
    .describe('the model that writes, such as a@http://localhost:8000/v1')
    .meta({ ...MODELS, value: 'name@url' }),
  auditor: z
    .string()
    .optional()
    .describe('the model that lists issues and answers without the key')
    .meta({ ...MODELS, value: 'name@url' }),
  modelArg: modelArg.meta(MODELS),
  experts: z
    .array(shortText.min(1))
    .refine((names) => names.length === 2 && names[0] !== names[1], {
      error: 'two different names, such as anna,ben: two experts decide about every question',
    })
    .default(['expert-1', 'expert-2'])
    .describe('names of the two experts')
    .meta(EXPERTS),
  sample: wholeNumber(1)
    .optional()
    .describe(
      'of the unflagged questions of a round, experts see this number, drawn at random (default: all)',
    )
    .meta(EXPERTS),
  acceptShare: z
    .number()
    .min(0)
    .max(1)
    .default(0.9)
    .describe('share of the questions that both must accept')
    .meta(EXPERTS),
  rounds: wholeNumber(1).default(5).describe('rounds at most').meta(EXPERTS),
  bank: ownBank
    .optional()
    .describe('bank that takes the accepted questions as pretest items')
    .meta(EXPERTS),
  continue: z
    .string()
    .optional()
    .describe('ask what is missing, or begin the next round of this panel')
    .meta({ group: 'The run', value: 'panel' }),
  ...calling('the last panel of the same texts, models and options'),
});
type WriteOptions = z.output<typeof options>;

/** A model writes questions from texts, another one audits them, experts decide. */
export const write = operation({
  name: 'write',
  summary:
    'Have a model write questions from source texts and another one audit them; two experts decide about each in the dashboard. Rejected questions are written again with their feedback, until they accept enough of them.',
  help: `
Examples:
  thetarank write --source notes.txt --writer a@http://localhost:8000/v1 --auditor b@http://localhost:8001/v1 --questions 50 --experts anna,ben --dry-run
  thetarank write --source notes.txt more.txt --writer a@http://localhost:8000/v1 --auditor b@http://localhost:8001/v1 --types single,open --language zh --experts anna,ben --bank my-bank
  thetarank write --continue 3f9c2a7be410
  thetarank write show 3f9c2a7be410
  thetarank write accept 3f9c2a7be410 --to my-bank

Exit codes: 0 done, or the questions went to the experts; 2 wrong input, or an endpoint refuses; 4 a budget was spent before the end; 6 answers or decisions of experts are missing; 130 interrupted.
How it works: docs/writing.md.`,
  options,
  database: 'created',
  outputs: ['json'],
  estimate: {
    run: (given, context) =>
      withWriting(given, context, async (writing) => {
        const found = await findPanel(writing);
        const isNew = 'passages' in found;
        const name = isNew ? 'New panel' : nameOf(found);
        const round = isNew
          ? firstRound(writing, found)
          : await prepareRound(writing.store, found, writing.door.caller, now(), false);
        if (round !== null) return outlook(writing, name, round, true);
        context.note(`${name}: models have nothing to do.`);
        return null;
      }),
    report: () => ({}),
  },
  run: (given, context) => withWriting(given, context, writeRound),
  json({ panel, state, added, acceptedIn }) {
    const { questions: _, current: __, ...shown } = state;
    return { panel: panel.id, ...shown, added, next: nextStep(panel, state, '', acceptedIn) };
  },
  exitCode: ({ exit }) => exit.code,
  unfinished: ({ exit }) => exit.message,
  report: ({ panel, state, added, acceptedIn }, { where }) =>
    writingText(panel, state, nextStep(panel, state, where, acceptedIn), added),
});

const now = () => new Date().toISOString();
const nameOf = ({ id }: { readonly id: string }) => `Panel ${id}`;

interface Writing extends Asking {
  readonly given: WriteOptions;
  readonly limits: BudgetLimits;
}

function withWriting<T>(
  given: WriteOptions,
  context: Context,
  use: (writing: Writing) => Promise<T>,
): Promise<T> {
  const limits = readBudgets(given.budget);
  return withAsking(context, undefined, (asking) => use({ ...asking, given, limits }));
}

/** Asks what models have to answer, and keeps what experts accepted once a panel is done. */
async function writeRound(writing: Writing) {
  const { store, door } = writing;
  const found = await findPanel(writing);
  const panel = 'passages' in found ? await startWriting(store, found, now()) : found;
  const round = await prepareRound(store, panel, door.caller, now());
  const asked = round === null ? DONE : await ask(writing, panel, round);
  const state = writingState(await store.writing.record(panel.id), panel.configuration);
  const added =
    state.step === 'done' && panel.bank !== null
      ? await addAccepted(store, panel, panel.bank, now())
      : null;
  const isAwaited = round === null && state.step === 'deciding';
  const exit = isAwaited ? { ...asked, code: UNANSWERED } : asked;
  return { panel, state, added, exit, acceptedIn: await bankWithAccepted(store, panel) };
}

const DONE: Exit = { code: 0, message: null };

/** Asks a round, after a look at its endpoints. */
async function ask(writing: Writing, panel: WritingPanel, round: PreparedRound): Promise<Exit> {
  const { context, store, door, given, limits } = writing;
  await outlook(writing, nameOf(panel), round, false);
  const interrupts = door.interrupts();
  const ran = await runRound(store, panel, round, {
    ...{ limits, concurrency: given.concurrency, interrupts },
    ...{ caller: door.caller, clock: SYSTEM_CLOCK, watch: door.watchCalls },
  }).finally(() => interrupts.restore());
  if (ran.ready) return DONE;
  const spent = spentText(ran.budgets);
  if (spent !== null) context.note(spent);
  const { code, message } = askingExit(ran);
  return { code: code || UNANSWERED, message };
}

/** What a round will take, and whether its endpoints answer. */
async function outlook(
  { context, door, limits, given: { concurrency, unlisted } }: Writing,
  panel: string,
  { job, taken }: Pick<PreparedRound, 'job' | 'taken'>,
  isDryRun: boolean,
) {
  const { writer, auditor } = job.writing;
  const estimate = roundEstimate(job, concurrency);
  const budgets = budgetOutlook(limits, estimate, taken);
  context.note(
    `${panel}, round ${job.round}: ${plural(job.tasks.length, 'question')} to write: ${estimateLine(estimate, null)}`,
  );
  for (const one of budgets) context.note(outlookText(one));
  const isSame = writer.name === auditor.name && writer.baseUrl === auditor.baseUrl;
  const mustList = unlisted ? undefined : 'writer, auditor';
  await door.check(isSame ? [writer] : [writer, auditor], { mustList, isDryRun });
  return { ...estimate, budgets };
}

/** The first round of a panel that is not made yet. */
function firstRound({ store, door }: Asking, made: NewWriting) {
  const { id, bank, configuration: writing, passages } = made;
  const plan = firstPlan(writing, passages.length);
  const { caller } = door;
  const job = roundJob(store, { panel: id, bank, round: 1, plan, passages, writing, caller });
  return { job, taken: { dollars: 0, tokens: 0 } };
}

/** More questions per passage than it has matter for. */
const MOST_OF_PASSAGE = 10;

/** The panel to continue, or what a new one is made of: nothing is kept yet. */
async function findPanel({ store, context, given }: Writing): Promise<WritingPanel | NewWriting> {
  if (given.continue !== undefined)
    return withModels(await writingPanel(store, given.continue), given);
  const { source, writer, auditor, questions, bank = null } = given;
  if (source === undefined || writer === undefined || auditor === undefined)
    return fail('OPTIONS_CONFLICT', {
      options: 'source, writer, auditor',
      reason: 'a new panel needs all three. To go on with a panel, use --continue PANEL.',
    });
  const { cut, passages, sources } = readPassages(source, given, given.allowPersonalData);
  const { language, types, seed, experts, sample = null, rounds, acceptShare, licence } = given;
  const configuration: WritingConfiguration = {
    ...{ language, types, questions, seed, experts, sample, rounds, acceptShare, licence, sources },
    writer: modelOf(given, 'writer', writer),
    auditor: modelOf(given, 'auditor', auditor),
    guideline: readGuideline(given.guideline),
  };
  context.note(
    `${plural(cut, 'passage')} in ${plural(source.length, 'file')}${passages.length < cut ? `, of which ${passages.length} are used` : ''}.`,
  );
  const each = questions / passages.length;
  if (each > MOST_OF_PASSAGE)
    context.note(
      `NOTE: ${questions} questions from ${plural(passages.length, 'passage')} are about ${Math.round(each)} per passage, so many will repeat each other. Add texts, or ask for fewer: --questions ${MOST_OF_PASSAGE * passages.length}`,
    );
  const same = await sameWriting(store, bank, configuration);
  if (same !== undefined && given.resume) return withModels(same, given);
  if (same !== undefined)
    context.note(
      `Panel ${same.id} has the same texts, models and options. To continue it, add --resume.`,
    );
  else if (given.resume) context.note('There is no such panel to continue: a new one starts.');
  return {
    ...{ id: randomBytes(6).toString('hex'), bank, madeBy: null, configuration, passages },
    title: given.title ?? `${sources[0].file}, ${now().slice(0, 10)}`,
  };
}

/** With the addresses that the options give its models: an endpoint may have moved. @throws OPTIONS_CONFLICT for another model */
function withModels(panel: WritingPanel, given: WriteOptions): WritingPanel {
  const moved = (which: 'writer' | 'auditor') => {
    const own = panel.configuration[which];
    const address = given[which];
    if (address === undefined) return own;
    const { name, baseUrl } = modelOf(given, which, address);
    if (name !== own.name)
      fail('OPTIONS_CONFLICT', {
        options: which,
        reason: `panel ${panel.id} has ${own.name} as its ${which}. Name that one, with its new address.`,
      });
    return { ...own, baseUrl };
  };
  const { configuration } = panel;
  return {
    ...panel,
    configuration: { ...configuration, writer: moved('writer'), auditor: moved('auditor') },
  };
}

function modelOf(
  { modelArg = {}, concurrency }: WriteOptions,
  which: 'writer' | 'auditor',
  address: string,
) {
  const settings = endpointSettings(modelArg, concurrency);
  return endpointConfiguration({ ...settings, ...parseModelAddress(address) }, which);
}

/** Most characters of a guideline: it stands in every prompt. */
const LONGEST_GUIDELINE = 8000;

/** @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID */
function readGuideline(file: string | undefined): string | null {
  if (file === undefined) return null;
  const text = readText(file).toString('utf8').trim();
  if (text === '' || text.length > LONGEST_GUIDELINE)
    fail('FILE_INVALID', {
      file,
      found: text === '' ? 'no text' : `${text.length} characters`,
      accepted: `a guideline of 1 to ${LONGEST_GUIDELINE} characters`,
    });
  return text;
}
