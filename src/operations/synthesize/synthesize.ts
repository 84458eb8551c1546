import { STAGES } from '../../../calibration/synthesize/calls.ts';
import {
  type SynthesisConfiguration,
  synthesisConfiguration,
} from '../../../calibration/synthesize/configuration.ts';
import { fail } from '../../errors.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { plural } from '../../numbers.ts';
import type { Told } from '../../report/document.ts';
import type { BudgetLimits } from '../../run/run-budgets.ts';
import { readYaml } from '../../text/read-yaml.ts';
import { span } from '../../tracing/span.ts';
import { askSynthesis, type SynthesisAsked } from '../../workflow/synthesis/ask-synthesis.ts';
import { BatchDesk } from '../../workflow/synthesis/batch/batch-desk.ts';
import { atBatchPrice, priceOf } from '../../workflow/synthesis/batch/batch-price.ts';
import {
  type BatchSynthesisResult,
  batchSynthesisResult,
} from '../../workflow/synthesis/batch/batch-result.ts';
import { batchRound } from '../../workflow/synthesis/batch/batch-round.ts';
import { finishSynthesis } from '../../workflow/synthesis/finish-synthesis.ts';
import { hasEnoughGenerators } from '../../workflow/synthesis/fit/calibrate-source.ts';
import { sourceOfJob } from '../../workflow/synthesis/fit/synthesis-source.ts';
import { budgetOutlook, requireBudgets } from '../../workflow/synthesis/synthesis-budgets.ts';
import {
  type SynthesisEstimate,
  synthesisEstimate,
} from '../../workflow/synthesis/synthesis-estimate.ts';
import {
  claimSynthesis,
  prepareSynthesis,
  type SynthesisJob,
} from '../../workflow/synthesis/synthesis-job.ts';
import { type Exit, synthesisExit } from '../asking/asking-exit.ts';
import { outlookText, spentText } from '../asking/budget-words.ts';
import { readBudgets } from '../asking/budgets.ts';
import { estimateLine, PRICE_FIELD, takenLine } from '../asking/estimate-text.ts';
import { reuseLine } from '../asking/reuse-text.ts';
import { type Asking, withAsking } from '../asking/within-budgets.ts';
import { NOT_CONVERGED } from '../exit-codes.ts';
import { type Context, operation } from '../operation.ts';
import { batchExit } from './batch/batch-exit.ts';
import { batchReport, batchWarnings } from './batch/batch-text.ts';
import { checkBatchOptions, checkNewFolder } from './batch/check-batch.ts';
import { type CalibratedAnswers, calibrateAnswers } from './calibrate.ts';
import { synthesisJson, writeSynthesis } from './files.ts';
import { type SynthesizeOptions, synthesizeOptions } from './options.ts';
import { planReport } from './plan-report.ts';
import { keptRunText, ONE_GENERATOR, synthesisReport } from './report.ts';
import { synthesisHint } from './which-run.ts';

/** Answers that are there. */
interface Synthesized extends CalibratedAnswers {
  readonly batch: null;
  readonly exit: Exit;
}

/** A round of batches that leaves something missing. */
interface Batched {
  readonly result: BatchSynthesisResult;
  readonly batch: Told;
  readonly exit: Exit;
}

/** Participants whose answers calibrate a bank, of models that debate. */
export const calibrateSynthesize = operation({
  name: 'calibrate synthesize',
  summary:
    'Synthesize participants: language models answer the items of a bank, criticise one another and reflect; and calibrate the bank on their answers. These are not kept as recorded answers of the bank.',
  help: `
Examples:
  thetarank calibrate synthesize --bank my-bank --config mps.yaml --items 200 --dry-run
  thetarank calibrate synthesize --bank my-bank --config mps.yaml --budget 20usd,2h --resume --out synthesized
  thetarank calibrate synthesize --bank my-bank --config mps.yaml --on workers --database postgres://thetarank@db/thetarank
  thetarank calibrate synthesize --bank my-bank --config one-model-more.yaml --reuse
  thetarank calibrate synthesize --bank my-bank --config mps.yaml --batch batches --batch-price 0.5 --resume
  thetarank rank --bank my-bank --model my-model@http://localhost:8000/v1 --calibration 1

Exit codes: 0 all answers are there; 2 wrong input, or an endpoint refuses; 3 not converged; 4 a budget was spent before the end; 5 results of batches are awaited; 6 answers are missing, --resume asks for them; 130 interrupted.
The configuration: docs/synthesis.md.`,
  options: synthesizeOptions,
  database: 'existing',
  outputs: ['json'],
  doing: 'reading results',
  jobsAsk: true,
  estimate: {
    run: (given, context) => withSynthesis(given, context, plan),
    report: ({ reusable: _, budgets: __, ...expected }) => planReport(expected),
  },
  run: (given, context): Promise<Synthesized | Batched> =>
    withSynthesis(given, context, synthesize),
  json: (made) => synthesisJson(made.result, made.batch === null ? made.calibrated : null),
  exitCode: (made) => {
    if (made.exit.code !== 0 || made.batch !== null) return made.exit.code;
    return made.calibrated?.report.converged === false ? NOT_CONVERGED : 0;
  },
  unfinished: ({ exit }) => exit.message,
  again: ({ result }, where) => keptRunText(result, where),
  report: (made, { where }) => made.batch ?? synthesisReport(made.result, made.calibrated, where),
  write: async (made, { options: { out } }) =>
    out === undefined || made.batch !== null
      ? []
      : writeSynthesis(out, made.result, made.source, made.calibrated),
});

/** A synthesis that can be asked. */
interface Prepared extends Asking {
  readonly given: SynthesizeOptions;
  readonly job: SynthesisJob;
  readonly expected: SynthesisEstimate;
  readonly limits: BudgetLimits;
  readonly outlook: ReturnType<typeof budgetOutlook>;
  /** Null without batch files. */
  readonly desk: BatchDesk | null;
}

async function withSynthesis<T>(
  given: SynthesizeOptions,
  context: Context,
  use: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  if (given.on === 'workers' && given.batch !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: 'on, batch',
      reason: 'batch files are written and read by this command alone. Leave one of them out.',
    });
  const limits = readBudgets(given.budget);
  checkBatchOptions(given, limits.time !== null);
  return withAsking(context, undefined, async (asking) =>
    use(await prepare({ ...asking, given, limits })),
  );
}

async function prepare(
  now: Pick<Prepared, 'given' | 'context' | 'store' | 'door' | 'limits'>,
): Promise<Prepared> {
  const { given, context, store, door, limits } = now;
  const desk = given.batch === undefined ? null : new BatchDesk(process.env);
  const job = await span('prepare', {}, () =>
    prepareSynthesis(
      { ...given, caller: door.caller },
      readSynthesis(given),
      store,
      desk === null ? undefined : (replies) => desk.withReplies(replies),
    ),
  );
  requireBudgets(limits, job);
  const expected = synthesisEstimate(job, given.concurrency);
  const outlook = budgetOutlook(limits, expected, job.taken);
  const hint = synthesisHint(job.others);
  const { participants } = job.plan;
  const notes = [
    ...(job.reusable === null ? [] : [reuseLine(job.reusable, SYSTEM_CLOCK.now())]),
    `${plural(participants.length, 'participant')} of ${plural(job.synthesis.models.length, 'model')} on ${plural(job.bank.ids.length, 'item')} of ${given.bank}: ${desk === null ? estimateLine(expected, null, PRICE_FIELD) : takenLine(expected, PRICE_FIELD)}`,
    ...(hint === null ? [] : [hint]),
    ...(hasEnoughGenerators(participants)
      ? []
      : [`warning: ${ONE_GENERATOR} The answers are kept all the same.`]),
    ...outlook.map(outlookText),
  ];
  for (const note of notes) context.note(note);
  return { ...now, job, expected, outlook, desk };
}

/** The configuration, with what the options say in place of it. @throws FILE_INVALID and others of reading a file */
function readSynthesis(given: SynthesizeOptions): SynthesisConfiguration {
  const { config, itemsPerParticipant } = given;
  const read = atBatchPrice(synthesisConfiguration(readYaml(config), config), given);
  return itemsPerParticipant === undefined ? read : { ...read, design: { itemsPerParticipant } };
}

async function plan(prepared: Prepared) {
  const { expected, outlook, job, desk } = prepared;
  if (desk === null && expected.calls > 0) await checkModels(prepared, true);
  return { ...expected, budgets: outlook, reusable: job.reusable };
}

/** Looks at the endpoints of which something is missing. */
function checkModels({ given, door, job, expected }: Prepared, isDryRun: boolean): Promise<void> {
  const missing = expected.byModel.filter((own) => STAGES.some((stage) => own[stage] > 0));
  const models = job.synthesis.models.filter(({ name }) =>
    missing.some(({ model }) => model === name),
  );
  return door.check(models, { mustList: given.unlisted ? undefined : 'config', isDryRun });
}

async function synthesize(prepared: Prepared): Promise<Synthesized | Batched> {
  const { given, store, job, expected, desk } = prepared;
  // All participants of a model depend on it, so a missing model must be found before others are paid for.
  if (desk === null && expected.calls > 0) await checkModels(prepared, false);
  if (desk !== null && job.before === null) checkNewFolder(given.batch);
  const { run, release } = await claimSynthesis(store, job);
  try {
    return desk === null ? await ask(prepared, run) : await askByFiles(prepared, run, desk);
  } finally {
    await release();
  }
}

/** Asks and keeps, for a run that is claimed. */
async function ask(prepared: Prepared, run: number): Promise<Synthesized> {
  const { given, context, store, door, job, limits } = prepared;
  const signals = door.interrupts();
  const asked = await context
    .queueWorkers(given, (workers) =>
      span('ask', {}, () =>
        askSynthesis(store, job, run, {
          ...{ limits, concurrency: given.concurrency, workers, interrupts: signals },
          watch: door.watchCalls,
          clock: SYSTEM_CLOCK,
        }),
      ),
    )
    .finally(() => signals.restore());
  return finish(prepared, run, asked);
}

/** Calibrates on what came of asking. */
async function finish(
  { given, context, store, job }: Prepared,
  run: number,
  asked: SynthesisAsked,
): Promise<Synthesized> {
  const at = new Date().toISOString();
  const { result, wider } = await span('score', {}, () =>
    finishSynthesis(store, job, run, asked, at),
  );
  if (wider !== null)
    context.note(
      `Run ${run} keeps its earlier result for a larger design: ${plural(wider.participants.length, 'participant')} on ${plural(wider.items, 'item')} (thetarank runs show ${run}).`,
    );
  const how = { ...given, fit: !given.answersOnly };
  const calibrated = await calibrateAnswers(store, sourceOfJob(job, run), result, how, context);
  const spent = result.complete ? null : spentText(result.budgets);
  if (spent !== null) context.note(spent);
  return { ...calibrated, batch: null, exit: synthesisExit(asked) };
}

/** One round of batches; once no answer is missing, it ends as asking does. */
async function askByFiles(
  prepared: Prepared,
  run: number,
  desk: BatchDesk,
): Promise<Synthesized | Batched> {
  const { given, context, store, door, job, limits } = prepared;
  const { batch: folder = '', rewrite } = given;
  const signals = door.interrupts();
  const round = await batchRound(store, job, run, desk, {
    ...{ folder, isAgain: rewrite, limits, interrupts: signals },
    watch: door.watchCalls,
    watchWork: (_, total) => shareOf(total, context.progress),
    price: priceOf(given),
  }).finally(() => signals.restore());
  const warnings = batchWarnings(round);
  if (warnings !== '') context.note(warnings);
  if (round.requests === null) return finish(prepared, run, round.asked);
  const left = synthesisEstimate(job, given.concurrency);
  const result = batchSynthesisResult(job, round, left, folder, run, store.location);
  const { models } = job.synthesis;
  const modelOf = (name: string) => models.find((model) => model.name === name)!.model;
  return {
    result,
    batch: batchReport(result, limits, modelOf),
    exit: batchExit(round, result, limits),
  };
}

/** Counts work in units as a share of all. */
function shareOf(total: number, reach: (share: number) => void) {
  let done = 0;
  return {
    advance(units: number) {
      done += units;
      if (total > 0) reach(Math.min(1, done / total));
    },
    stop() {},
  };
}
