import { join } from 'node:path';
import { isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { fail } from '../../errors.ts';
import { checkWritable, writeFileWhole } from '../../files/write/write.ts';
import { plural } from '../../numbers.ts';
import { type BudgetLeft, estimateLine } from '../../operations/asking/estimate-text.ts';
import { calibrationNote, liveHint } from '../../operations/asking/live-hint.ts';
import { LONGER, patternHints } from '../../operations/asking/pattern-hints.ts';
import { reuseLine } from '../../operations/asking/reuse-text.ts';
import { BUDGET_SPENT, INTERRUPTED, NOT_CONVERGED } from '../../operations/exit-codes.ts';
import { LIVE_FILES, writeLive } from '../../operations/rank/live-files.ts';
import { livePage, liveReport } from '../../operations/rank/live-report.ts';
import { fewModelsNote } from '../../operations/rank/studied-text.ts';
import { isLikelihoodVariant } from '../../prompt/prompt.ts';
import { wordsOfReports } from '../../report/words-of-reports.ts';
import { calibrationInForce } from '../../store/calibrations/calibration-in-force.ts';
import type { Store } from '../../store/store.ts';
import { calibratedBank } from '../../tested-bank/calibrated-bank.ts';
import { readLiveBank } from '../../tested-bank/live-bank.ts';
import { span } from '../../tracing/span.ts';
import { saidMost } from '../../workflow/asking/said-most.ts';
import { type PeopleOn, peopleOn } from '../../workflow/bank/humans/people-on.ts';
import { readHumans } from '../../workflow/bank/humans/read-humans.ts';
import { type LiveJob, type LiveJobOptions, prepareJob } from '../../workflow/live/live-job.ts';
import { requirePrices } from '../../workflow/live/require-prices.ts';
import { type LiveRanking, runLiveJob } from '../../workflow/live/run-live-job.ts';
import { checkEndpoints } from '../asking/check-endpoints.ts';
import { type EndpointFeedback, endpointFeedback } from '../asking/endpoint-feedback.ts';
import { flagCaller } from '../asking/flag-caller.ts';
import { interrupts } from '../asking/interrupts.ts';
import { databaseArgument, readStore } from '../options/database-option.ts';
import { noteAlike } from '../output/alike-note.ts';
import { keptRun } from '../output/kept-run.ts';
import { printedAnyway } from '../output/printed-anyway.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { dollars, type LiveOptions, readModels } from './live-options.ts';
import { liveProgress } from './live-progress.ts';
import { prepareShown } from './prepare-shown.ts';

export interface RankLiveOptions extends LiveOptions, LiveJobOptions {
  readonly leaveOut: string[];
  readonly bank?: string | undefined;
  readonly responses?: string | undefined;
  readonly budget?: string;
  readonly target?: ScoreTarget;
  readonly json?: boolean;
  readonly out?: string;
  readonly report?: string;
}

/** `thetarank rank --model`: models behind endpoints are tested, placed among the recorded ones and ranked. */
export async function rankLive(options: RankLiveOptions): Promise<void> {
  const name = bankName(options);
  const { models, wordsOf } = readModels(options);
  const feedback = endpointFeedback(wordsOf);
  const caller = flagCaller(feedback, wordsOf);
  const budget = options.budget === undefined ? null : dollars(options.budget);
  if (budget !== null) requirePrices(models, caller);
  const { out, report: page } = options;
  checkWritable([
    ...(out === undefined ? [] : LIVE_FILES.map((file) => join(out, file))),
    ...(page === undefined ? [] : [page]),
  ]);
  await readStore(options, async (store) => {
    const whole = await readLiveBank(store, name);
    noteAlike(whole.recorded.responses.examinees);
    const { calibration } = options;
    const calibrated =
      calibration === undefined ? null : await calibratedBank(store, whole, calibration);
    const live = calibrated?.live ?? whole;
    const job = await span('prepare', {}, () =>
      prepareJob({ ...options, caller }, store, live, models, budget, calibrated),
    );
    if (job.reusable !== null) printNote(reuseLine(job.reusable, Date.now()));
    printNote(
      `${plural(models.length, 'model')} on ${name}, ${job.request.items} ${job.request.growTo == null ? '' : `to ${job.request.growTo} `}items each${pretestText(job)} by "${job.request.strategy}": ${estimateLine(job.expected, budgetOf(job))}`,
    );
    if (job.otherTypes > 0)
      printNote(
        `${plural(job.otherTypes, 'item')} of other types than single choice cannot be scored by log-likelihoods and will not be asked.`,
      );
    const inForce = calibrationInForce(await store.calibrationLog(name));
    const isKept = calibration !== undefined;
    for (const note of [
      calibrationNote(job, inForce),
      isKept ? null : fewModelsNote(job.request.strategy, live.recorded.responses.examinees.length),
      liveHint(job),
    ])
      if (note !== null) printNote(note);
    const isDryRun = options.dryRun === true;
    if (isDryRun && options.json === true)
      console.log(JSON.stringify({ ...job.expected, budget, reusable: job.reusable }, null, 2));
    const given = options.model === undefined ? '--models-file' : '--model';
    const mustList = options.unlisted === true ? undefined : given;
    const needsLikelihoods = isLikelihoodVariant(options.variant);
    await checkEndpoints(models, { wordsOf, mustList, isDryRun, needsLikelihoods });
    if (!isDryRun) await runJob(options, store, job, feedback);
  }).finally(feedback.stop);
}

/** ` and 5 pretest items` */
function pretestText({ request: { pretest } }: LiveJob): string {
  return pretest == null ? '' : ` and up to ${plural(pretest.count, 'pretest item')}`;
}

/** What a budget leaves for the models of a job; null without a budget. */
function budgetOf({ budget, before, left }: LiveJob): BudgetLeft | null {
  if (budget === null) return null;
  return { limit: budget, left: budget - (before?.cost ?? 0), items: left };
}

async function runJob(
  options: RankLiveOptions,
  store: Store,
  job: LiveJob,
  feedback: EndpointFeedback,
): Promise<void> {
  const { concurrency, unanswered, mode, target = 'expected' } = options;
  await runLiveJob(store, job, {
    concurrency,
    unanswered,
    mode,
    target,
    prepare: prepareShown,
    interrupts,
    watch: (tests, run) =>
      liveProgress(tests, feedback, patternHints(run, databaseArgument(store.location), LONGER)),
    report: async (ranking) => {
      const { name, responses } = job.request.bank;
      const humans = isBuiltinBank(name) ? null : await readHumans(store, name);
      const people = humans === null ? null : peopleOn(humans, responses.items, target);
      await report(options, store, ranking, people);
    },
  });
}

/** Writes and prints what came of a ranking. */
async function report(
  options: RankLiveOptions,
  store: Store,
  { result, outcomes, isInterrupted }: LiveRanking,
  people: PeopleOn | null,
): Promise<void> {
  const { out, outputs, json, report: page, unanswered } = options;
  const unusual = new Set(
    result.models.flatMap(({ model, patterns, ifMissing }) =>
      patterns.length > 0 || ifMissing !== undefined ? [model] : [],
    ),
  );
  const said =
    json === true || unusual.size === 0
      ? []
      : await saidMost(store, result.run, (model) => (unusual.has(model) ? model : null));
  await printedAnyway(
    async () => {
      if (page !== undefined && result.models.length > 0)
        writeFileWhole(page, await livePage(result, wordsOfReports(), people));
      if (out !== undefined)
        await writeLive(out, result, store.answers(result.run), outputs === true);
      return { out, page };
    },
    (written) => {
      if (json === true)
        console.log(
          JSON.stringify(people === null ? result : { ...result, humans: people }, null, 2),
        );
      else if (result.models.length > 0 || outcomes.every(({ error }) => error === null))
        printText(
          liveReport(result, {
            ...options,
            where: databaseArgument(store.location),
            people,
            said,
            ...(written ?? { out: undefined, page: undefined }),
          }),
        );
    },
    keptRun(result.run, store.location),
  );
  const failed = outcomes.find(({ error }) => error !== null);
  if (failed !== undefined) {
    printNote(`error: ${failed.error!.message}`);
    if (failed.error!.details.item !== undefined && unanswered !== 'wrong')
      printNote(
        '-T unanswered=wrong counts an item without an answer as wrong, in a new run. With --reuse the replies kept so far cost nothing.',
      );
    process.exitCode = failed.error!.exitCode;
  } else if (isInterrupted) process.exitCode = INTERRUPTED;
  else if (!result.complete) process.exitCode = BUDGET_SPENT;
  else if (result.unconverged.length > 0) process.exitCode = NOT_CONVERGED;
}

function bankName({ bank, responses }: RankLiveOptions): string {
  if (bank === undefined || responses !== undefined)
    return fail('OPTIONS_CONFLICT', {
      options: '--model',
      reason: 'needs a bank with question text; add --bank, such as --bank mmlu-pro.',
    });
  return bank;
}
