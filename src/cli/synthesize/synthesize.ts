import { join } from 'node:path';
import type { Command } from 'commander';
import { checkWritable } from '../../files/write.ts';
import { Budget } from '../../run/budget.ts';
import { keptOutputs } from '../../run/kept-outputs.ts';
import { runCalls } from '../../run/run-calls.ts';
import type { ModelOutcome } from '../../run/run-models.ts';
import type { Store } from '../../store/store.ts';
import { checkEndpoints } from '../asking/check-endpoints.ts';
import { BUDGET_SPENT, INTERRUPTED } from '../asking/exit-codes.ts';
import { interrupts } from '../asking/interrupts.ts';
import { addDatabaseOption, readStore } from '../database-option.ts';
import { itemOf } from '../live/live-bank.ts';
import { estimateLine } from '../live/live-estimate.ts';
import { plural } from '../numbers.ts';
import { wholeNumber } from '../options.ts';
import { estimateText, requireBudget, synthesisEstimate } from './synthesis-estimate.ts';
import { SYNTHESIS_FILES, writeSynthesis } from './synthesis-files.ts';
import { positionsOf, prepareSynthesis, readKept, type SynthesisJob } from './synthesis-job.ts';
import { readBudget, type SynthesizeOptions } from './synthesis-options.ts';
import { synthesisProgress } from './synthesis-progress.ts';
import { participantResults, type SynthesisResult } from './synthesis-result.ts';
import { synthesisText } from './synthesis-text.ts';

/** Calls without an answer after all retries: as where an endpoint fails. */
const UNANSWERED = 2;

const EXAMPLES = `
Examples:
  thetarank calibrate synthesize --bank my-bank --config mps.yaml --items 200 --dry-run
  thetarank calibrate synthesize --bank my-bank --config mps.yaml --budget 20usd --resume --out synthesized
  thetarank calibrate fit --responses synthesized/responses.csv --out parameters.csv

The configuration: docs/synthesis.md.`;

/** `thetarank calibrate synthesize`: participants whose answers calibrate a bank, of models that debate. */
export function addSynthesizeCommand(calibrate: Command): void {
  const command = calibrate
    .command('synthesize')
    .description(
      'Synthesize participants: language models answer the items of a bank, criticise one another and reflect. Their answers are what fit reads; they are not kept as recorded answers of the bank.',
    )
    .requiredOption('--bank <name>', 'a bank whose items have text')
    .requiredOption('--config <file>', 'models, participants and design, YAML (docs/synthesis.md)')
    .option('--items <n>', 'so many items of the bank, by the seed (default: all)', wholeNumber(1))
    .option(
      '--items-per-participant <k>',
      'items each participant is asked, in place of the design of the configuration',
      wholeNumber(1),
    )
    .option('--budget <money>', 'dollars that the run may cost at most, such as 20usd')
    .option('--concurrency <n>', 'calls of one model in flight at most', wholeNumber(1), 16)
    .option('--resume', 'go on with the last run of the same bank and models; asks what it lacks')
    .option('--dry-run', 'say what it will take and what precision to expect, and ask nothing')
    .option('--no-cache', 'ask again what was asked before with the same words and settings')
    .option('--out <folder>', `write ${SYNTHESIS_FILES.join(' and ')} there`)
    .option('--json', 'print JSON');
  addDatabaseOption(command).addHelpText('after', EXAMPLES).action(synthesize);
}

async function synthesize(options: SynthesizeOptions): Promise<void> {
  const { out } = options;
  if (out !== undefined) checkWritable(SYNTHESIS_FILES.map((file) => join(out, file)));
  await readStore(options, async (store) => {
    const job = await prepareSynthesis(options, store);
    const { models } = job.synthesis;
    const budget = readBudget(options, models);
    if (budget !== null) requireBudget(budget, job);
    const expected = synthesisEstimate(job, options.concurrency);
    console.error(
      `${plural(job.plan.participants.length, 'participant')} of ${plural(models.length, 'model')} on ${plural(job.bank.ids.length, 'item')} of ${options.bank}: ${estimateLine(expected, budget)}`,
    );
    if (job.hint !== null) console.error(job.hint);
    if (options.dryRun === true) {
      if (options.json === true) console.log(JSON.stringify({ ...expected, budget }, null, 2));
      else console.log(estimateText(expected));
      return;
    }
    if (expected.calls > 0) await checkEndpoints(models);
    const { configuration, hash, before } = job;
    const at = new Date().toISOString();
    const run = before?.id ?? (await store.createRun(configuration, hash, at));
    const release = await store.claimRun(run);
    try {
      await askAll(options, store, job, run, budget);
    } finally {
      await release();
    }
  });
}

/** Asks, keeps and shows, for a run that is claimed. */
async function askAll(
  options: SynthesizeOptions,
  store: Store,
  job: SynthesisJob,
  run: number,
  budget: number | null,
): Promise<void> {
  const { bank, plan, design, calls, kept, needed } = job;
  const { ids, places, summary } = bank;
  // Whoever had the run before may have kept more until it was claimed.
  const spent = await readKept(store, run, job);
  const money = new Budget(budget ?? Number.POSITIVE_INFINITY);
  money.add(spent);
  const tally = tallyOf(job);
  const progress = synthesisProgress({ calls: tally.calls().missing, items: ids.length }, tally);
  const { stop, abort, restore } = interrupts();
  const now = () => new Date().toISOString();
  const sums = { asked: 0, failed: 0 };
  const wanted = (item: number) => {
    const missing = needed(item).filter((call) => !kept.isKept(call, item));
    const seen = new Set(missing.flatMap((call) => calls[call].before));
    return [...seen].filter((call) => kept.isKept(call, item));
  };
  let outcomes: ModelOutcome[];
  try {
    outcomes = await runCalls(
      { calls, items: ids.length, needed },
      {
        ...{ store, run, kept, budget: money, concurrency: options.concurrency, now, stop, abort },
        itemAt: (item) => itemOf(store, summary.name, ids[item]),
        placeOf: (item) => places[item],
        outputsOf: keptOutputs(store, run, {
          ...{ items: ids.length, wanted },
          ...positionsOf(plan, bank),
        }),
        onAnswer(call, item, answer) {
          sums.asked++;
          tally.count(call, item);
          progress.answered(answer);
        },
        onFailure() {
          sums.failed++;
          progress.failed();
        },
      },
    );
  } finally {
    progress.stop();
    restore();
  }
  const result: SynthesisResult = {
    version: 'synthesis-1',
    ...{ bank: summary.name, items: design.items, run, database: store.location },
    complete: tally.calls().missing === 0,
    calls: tally.calls(),
    ...sums,
    cost: money.spent,
    sessionCost: money.spent - spent,
    participants: participantResults(plan, kept, design.items),
    stopped: outcomes.flatMap(({ model, stopped, error }) =>
      stopped === null ? [] : [{ model, why: stopped, error: error?.message ?? null }],
    ),
  };
  if (result.complete) await store.finishRun(run, result, now());
  if (options.out !== undefined) await writeSynthesis(options.out, result, plan, bank, kept);
  if (options.json === true) console.log(JSON.stringify(result, null, 2));
  else console.log(synthesisText(result, options.out));
  const failure = outcomes.find(({ error }) => error !== null)?.error;
  if (failure) {
    console.error(`error: ${failure.message}`);
    process.exitCode = failure.exitCode;
  } else if (stop.aborted) process.exitCode = INTERRUPTED;
  else if (outcomes.some(({ stopped }) => stopped === 'budget')) process.exitCode = BUDGET_SPENT;
  else if (!result.complete) process.exitCode = UNANSWERED;
}

/** Calls and items done and accuracies so far, counted as answers come. */
function tallyOf({ plan, design, kept, needed, calls }: SynthesisJob) {
  const left = new Uint16Array(design.items);
  let done = 0;
  const sums = { kept: 0, missing: 0 };
  const finals = plan.callsOf.map((own) => own[own.length - 1]);
  const right = new Float64Array(calls.length);
  const answers = new Float64Array(calls.length);
  const score = (call: number, item: number) => {
    right[call] += kept.score(call, item);
    answers[call]++;
  };
  for (let item = 0; item < design.items; item++) {
    for (const call of needed(item)) {
      if (kept.isKept(call, item)) {
        score(call, item);
        sums.kept++;
      } else {
        left[item]++;
        sums.missing++;
      }
    }
    if (left[item] === 0) done++;
  }
  return {
    count(call: number, item: number) {
      score(call, item);
      sums.kept++;
      sums.missing--;
      if (--left[item] === 0) done++;
    },
    calls: () => ({ ...sums }),
    items: () => done,
    accuracies: () => finals.map((call) => right[call] / answers[call]),
  };
}
