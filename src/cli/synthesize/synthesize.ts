import { join } from 'node:path';
import type { Command } from 'commander';
import { STAGES } from '../../../calibration/synthesize/calls.ts';
import { fail } from '../../errors.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { checkWritable } from '../../files/write/write.ts';
import { plural } from '../../numbers.ts';
import { UNLISTED_HELP } from '../../operations/asking/asking.ts';
import { readBudgets } from '../../operations/asking/budgets.ts';
import { estimateLine, PRICE_FIELD, takenLine } from '../../operations/asking/estimate-text.ts';
import { REUSE_HELP, reuseLine } from '../../operations/asking/reuse-text.ts';
import { NOT_CONVERGED } from '../../operations/exit-codes.ts';
import type { BudgetLimits } from '../../run/run-budgets.ts';
import type { Store } from '../../store/store.ts';
import { span } from '../../tracing/span.ts';
import { askSynthesis, type SynthesisAsked } from '../../workflow/synthesis/ask-synthesis.ts';
import { BatchDesk } from '../../workflow/synthesis/batch/batch-desk.ts';
import { priceOf } from '../../workflow/synthesis/batch/batch-price.ts';
import { batchSynthesisResult } from '../../workflow/synthesis/batch/batch-result.ts';
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
import { checkEndpoints } from '../asking/check-endpoints.ts';
import { type EndpointFeedback, endpointFeedback } from '../asking/endpoint-feedback.ts';
import { flagCaller } from '../asking/flag-caller.ts';
import { interrupts } from '../asking/interrupts.ts';
import { addDatabaseOption, readStore } from '../options/database-option.ts';
import { addOnOption, checkOn, withWorkersOrNone } from '../options/on-option.ts';
import { wholeNumber } from '../options/options.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { batchExit } from './batch/batch-exit.ts';
import { addBatchOptions, checkBatchOptions, checkNewFolder } from './batch/batch-options.ts';
import { batchText, batchWarnings } from './batch/batch-text.ts';
import { workProgress } from './batch/work-progress.ts';
import { outlookText, spentText } from './budget-words.ts';
import { estimateText } from './estimate-text.ts';
import { addFitOptions } from './fit/fit-options.ts';
import { reportSynthesis } from './fit/report-synthesis.ts';
import { synthesisExit } from './synthesis-exit.ts';
import { SYNTHESIS_FILES, synthesisJson } from './synthesis-files.ts';
import { synthesisHint } from './synthesis-hint.ts';
import { readSynthesis, type SynthesizeOptions } from './synthesis-options.ts';
import { synthesisProgress } from './synthesis-progress.ts';
import { ONE_GENERATOR } from './synthesis-text.ts';

const EXAMPLES = `
Examples:
  thetarank calibrate synthesize --bank my-bank --config mps.yaml --items 200 --dry-run
  thetarank calibrate synthesize --bank my-bank --config mps.yaml --budget 20usd,2h --resume --out synthesized
  thetarank calibrate synthesize --bank my-bank --config mps.yaml --on workers --database postgres://thetarank@db/thetarank
  thetarank calibrate synthesize --bank my-bank --config one-model-more.yaml --reuse
  thetarank calibrate synthesize --bank my-bank --config mps.yaml --batch batches --batch-price 0.5 --resume
  thetarank rank --bank my-bank --model my-model@http://localhost:8000/v1 --calibration 1

Exit codes: 0 all answers are there; 2 wrong input, or an endpoint refuses; 3 not converged; 4 a budget was spent before the end; 5 results of batches are awaited; 6 answers are missing, --resume asks for them; 130 interrupted.
The configuration: docs/synthesis.md.`;

/** `thetarank calibrate synthesize`: participants whose answers calibrate a bank, of models that debate. */
export function addSynthesizeCommand(calibrate: Command): void {
  const command = calibrate
    .command('synthesize')
    .description(
      'Synthesize participants: language models answer the items of a bank, criticise one another and reflect; and calibrate the bank on their answers. These are not kept as recorded answers of the bank.',
    )
    .optionsGroup('Synthesis:')
    .requiredOption('--bank <name>', 'a bank whose items have text')
    .requiredOption('--config <file>', 'models, participants and design, YAML (docs/synthesis.md)')
    .option(
      '--items <n>',
      'ask only this number of items of the bank, drawn by the seed (default: all)',
      wholeNumber(1),
    )
    .option(
      '--items-per-participant <k>',
      'items per participant, instead of the design in the configuration',
      wholeNumber(1),
    )
    .optionsGroup('The run:')
    .option(
      '--budget <limits>',
      'limits: dollars (20usd) and tokens (5Mtok) for the whole run, time (1h30m) for this command; for several separate them by commas, or repeat the option',
      (text: string, before: string[] = []) => [...before, text],
    )
    .option('--concurrency <n>', 'most calls in flight per model', wholeNumber(1), 16);
  addOnOption(command)
    .option('--resume', 'continue the last run of the same bank and models: ask what is missing')
    .option(
      '--dry-run',
      'print what the run will take and the precision to expect, check the endpoints, and ask nothing',
    )
    .option('--reuse', REUSE_HELP)
    .option('--unlisted', UNLISTED_HELP)
    .optionsGroup('Batch files:');
  addBatchOptions(command)
    .optionsGroup('Calibration:')
    .option('--no-fit', 'keep the answers, and do not calibrate');
  addFitOptions(command)
    .optionsGroup('Results:')
    .option('--out <folder>', `write ${SYNTHESIS_FILES.join(', ')} there`)
    .option('--json', 'print JSON');
  addDatabaseOption(command).addHelpText('after', EXAMPLES).action(synthesize);
}

async function synthesize(options: SynthesizeOptions): Promise<void> {
  const { out } = options;
  checkOn(options);
  if (options.on === 'workers' && options.batch !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--on workers, --batch',
      reason: 'batch files are written and read by this command alone. Leave one of them out.',
    });
  if (out !== undefined) checkWritable(SYNTHESIS_FILES.map((file) => join(out, file)));
  const feedback = endpointFeedback();
  await readStore(options, async (store) => {
    const limits = readBudgets(options.budget);
    checkBatchOptions(options, limits.time !== null);
    const desk = options.batch === undefined ? null : new BatchDesk(process.env);
    const job = await span('prepare', {}, () =>
      prepareSynthesis(
        { ...options, caller: flagCaller(feedback) },
        readSynthesis(options),
        store,
        desk === null ? undefined : (replies) => desk.withReplies(replies),
      ),
    );
    const { models } = job.synthesis;
    requireBudgets(limits, job);
    const expected = synthesisEstimate(job, options.concurrency);
    if (job.reusable !== null) printNote(reuseLine(job.reusable, SYSTEM_CLOCK.now()));
    printNote(
      `${plural(job.plan.participants.length, 'participant')} of ${plural(models.length, 'model')} on ${plural(job.bank.ids.length, 'item')} of ${options.bank}: ${desk === null ? estimateLine(expected, null, PRICE_FIELD) : takenLine(expected, PRICE_FIELD)}`,
    );
    const hint = synthesisHint(job.others);
    if (hint !== null) printNote(hint);
    if (!hasEnoughGenerators(job.plan.participants))
      printNote(`warning: ${ONE_GENERATOR} The answers are kept all the same.`);
    const outlook = budgetOutlook(limits, expected, job.taken);
    for (const budget of outlook) printNote(outlookText(budget));
    const check = () =>
      checkEndpoints(missingModels(job, expected), {
        mustList: options.unlisted === true ? undefined : `--config ${options.config}`,
        isDryRun: options.dryRun,
      });
    if (options.dryRun === true) {
      if (options.json === true)
        console.log(
          JSON.stringify({ ...expected, budgets: outlook, reusable: job.reusable }, null, 2),
        );
      else printText(estimateText(expected));
      if (desk === null && expected.calls > 0) await check();
      return;
    }
    if (desk === null) {
      // All participants of a model depend on it, so a missing model must be found before others are paid for.
      if (expected.calls > 0) await check();
    } else if (job.before === null) checkNewFolder(options.batch);
    const { run, release } = await claimSynthesis(store, job);
    try {
      if (desk === null) await askAndReport(options, store, job, run, limits, feedback);
      else await batchAndReport(options, store, job, run, limits, desk);
    } finally {
      await release();
    }
  }).finally(feedback.stop);
}

/** The models that something is missing of. */
function missingModels({ synthesis }: SynthesisJob, { byModel }: SynthesisEstimate) {
  const missing = byModel.filter((own) => STAGES.some((stage) => own[stage] > 0));
  return synthesis.models.filter(({ name }) => missing.some(({ model }) => model === name));
}

/** Asks, keeps, writes and prints, for a run that is claimed. */
async function askAndReport(
  options: SynthesizeOptions,
  store: Store,
  job: SynthesisJob,
  run: number,
  limits: BudgetLimits,
  feedback: EndpointFeedback,
): Promise<void> {
  const { concurrency } = options;
  const signals = interrupts();
  const asked = await withWorkersOrNone(options, (workers) =>
    span('ask', {}, () =>
      askSynthesis(store, job, run, {
        limits,
        concurrency,
        workers,
        interrupts: signals,
        watch: (facts) => synthesisProgress(facts, feedback),
        clock: SYSTEM_CLOCK,
      }),
    ),
  ).finally(() => signals.restore());
  await report(options, store, job, run, asked);
}

/** Writes and prints what came of asking. */
async function report(
  options: SynthesizeOptions,
  store: Store,
  job: SynthesisJob,
  run: number,
  asked: SynthesisAsked,
): Promise<void> {
  const at = new Date().toISOString();
  const { result, wider } = await span('score', {}, () =>
    finishSynthesis(store, job, run, asked, at),
  );
  if (wider !== null)
    printNote(
      `Run ${run} keeps its earlier result for a larger design: ${plural(wider.participants.length, 'participant')} on ${plural(wider.items, 'item')} (thetarank runs show ${run}).`,
    );
  const calibrated = await reportSynthesis(store, sourceOfJob(job, run), result, options);
  const spent = result.complete ? null : spentText(result.budgets);
  if (spent !== null) printNote(spent);
  const { code, message } = synthesisExit(asked);
  if (message !== null) printNote(`error: ${message}`);
  if (code !== 0) process.exitCode = code;
  else if (calibrated?.report.converged === false) process.exitCode = NOT_CONVERGED;
}

/** One round of batches; once no answer is missing, it ends as asking does. */
async function batchAndReport(
  options: SynthesizeOptions,
  store: Store,
  job: SynthesisJob,
  run: number,
  limits: BudgetLimits,
  desk: BatchDesk,
): Promise<void> {
  const { batch: folder = '', rewrite, json } = options;
  const signals = interrupts();
  const round = await batchRound(store, job, run, desk, {
    folder,
    isAgain: rewrite === true,
    limits,
    interrupts: signals,
    watch: synthesisProgress,
    watchWork: workProgress,
    price: priceOf(options),
  }).finally(() => signals.restore());
  const warnings = batchWarnings(round);
  if (warnings !== '') printNote(warnings);
  if (round.requests === null) return report(options, store, job, run, round.asked);
  const left = synthesisEstimate(job, options.concurrency);
  const result = batchSynthesisResult(job, round, left, folder, run, store.location);
  const { models } = job.synthesis;
  const modelOf = (name: string) => models.find((model) => model.name === name)!.model;
  if (json === true) console.log(JSON.stringify(synthesisJson(result, null), null, 2));
  else printText(batchText(result, limits, modelOf));
  const { code, message } = batchExit(round, result, limits);
  if (message !== null) printNote(`error: ${message}`);
  process.exitCode = code;
}
