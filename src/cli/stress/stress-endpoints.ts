import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { readJudges } from '../../files/judges/read-judges.ts';
import { writeFileWhole } from '../../files/write/write.ts';
import { plural } from '../../numbers.ts';
import { askingExit } from '../../operations/asking/asking-exit.ts';
import { readBudgets } from '../../operations/asking/budgets.ts';
import { estimateLine } from '../../operations/asking/estimate-text.ts';
import { reuseLine } from '../../operations/asking/reuse-text.ts';
import { taskSettings } from '../../operations/asking/task-args.ts';
import { wordsOfReports } from '../../report/words-of-reports.ts';
import { NO_LIMITS } from '../../run/run-budgets.ts';
import { simulatedDoubts } from '../../scoring/doubts/examinee-doubts.ts';
import type { Store } from '../../store/store.ts';
import { span } from '../../tracing/span.ts';
import {
  evaluationEstimate,
  requireEvaluationBudgets,
} from '../../workflow/evaluation/evaluation-estimate.ts';
import { readEvaluation } from '../../workflow/evaluation/read-evaluation.ts';
import { standInsOf } from '../../workflow/evaluation/stand-ins.ts';
import { askSettings } from '../../workflow/live/live-configuration.ts';
import { DEFAULT_LAG } from '../../workflow/live/test-defaults.ts';
import { type MeasureStressOptions, measureStress } from '../../workflow/stress/measure-stress.ts';
import { prepareStress, type StressJob } from '../../workflow/stress/stress-job.ts';
import { stressResult } from '../../workflow/stress/stress-result.ts';
import { plannedItems } from '../../workflow/stress/stress-rules.ts';
import { claimSynthesis } from '../../workflow/synthesis/synthesis-job.ts';
import { checkEndpoints } from '../asking/check-endpoints.ts';
import { type EndpointFeedback, endpointFeedback } from '../asking/endpoint-feedback.ts';
import { flagCaller } from '../asking/flag-caller.ts';
import { interrupts } from '../asking/interrupts.ts';
import { readModels } from '../live/live-options.ts';
import { readStore } from '../options/database-option.ts';
import { printedAnyway } from '../output/printed-anyway.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import { nextStep } from './next-step.ts';
import { writeStress } from './stress-files.ts';
import type { StressOptions } from './stress-options.ts';
import { stressPage } from './stress-page.ts';
import { stressProgress } from './stress-progress.ts';
import { stressText } from './stress-text.ts';

/** Measures effects on models behind endpoints. */
export async function stressEndpoints(options: StressOptions): Promise<void> {
  const { modelsFile, model, seed, items } = options;
  const { models, wordsOf } = readModels({
    ...options,
    ...(modelsFile && { modelsFile }),
    lag: DEFAULT_LAG,
    leaveOut: [],
  });
  const feedback = endpointFeedback(wordsOf);
  const caller = flagCaller(feedback, wordsOf);
  const limits = options.budget === undefined ? NO_LIMITS : readBudgets(options.budget);
  const { judges: file, ...task } = taskSettings(options.taskArg);
  const judges = file === undefined ? undefined : readJudges(file);
  const settings = askSettings({ ...task, seed, tooLong: 'wrong' });
  const rules = {
    confidence: options.confidence,
    precision: options.precision / 100,
    target: options.target,
    most: items ?? Number.POSITIVE_INFINITY,
  };
  await readStore(options, async (store) => {
    const job = await span('prepare', {}, () =>
      prepareStress(store, {
        ...options,
        ...{ models, rules, caller, judges },
        settings,
      }),
    );
    const { evaluation } = job;
    requireEvaluationBudgets(limits, evaluation);
    const expected = evaluationEstimate(evaluation, options.concurrency);
    if (evaluation.reusable !== null) printNote(reuseLine(evaluation.reusable, SYSTEM_CLOCK.now()));
    printNote(
      `${plural(models.length, 'model')}, ${plural(options.variants.length, 'variant')} on ${options.bank}, about ${plural(mostPlanned(job, plannedItems(rules)), 'item')} per effect: ${estimateLine(expected, null)}`,
    );
    if (evaluation.same !== undefined && evaluation.before === null)
      printNote(
        `Run ${evaluation.same.id} has answers of the same bank, models and settings. To continue it instead of asking again, add --resume.`,
      );
    const isDryRun = options.dryRun === true;
    if (isDryRun && options.json === true)
      console.log(
        JSON.stringify(
          {
            ...expected,
            effects: job.plans.map(({ items: own, ...plan }) => ({
              ...plan,
              appliesTo: own.length,
            })),
            reusable: evaluation.reusable,
          },
          null,
          2,
        ),
      );
    else if (isDryRun) printText(plansText(job));
    const mustList =
      options.unlisted === true ? undefined : model === undefined ? '--models-file' : '--model';
    await checkEndpoints([...models, ...evaluation.judges], { wordsOf, mustList, isDryRun });
    if (isDryRun) return;
    const { run, release } = await claimSynthesis(store, evaluation);
    try {
      await askAndReport(options, store, job, run, { limits, feedback });
    } finally {
      await release();
    }
  }).finally(feedback.stop);
}

function mostPlanned({ plans }: StressJob, planned: number): number {
  return Math.min(planned, Math.max(...plans.map(({ items }) => items.length)));
}

/** Which variants apply to how many items, before anything is paid. */
function plansText({ plans, request }: StressJob): string {
  return plans
    .slice(0, request.variants.length)
    .map(({ variant, items }) => `${variant}: applies to ${plural(items.length, 'item')}`)
    .join('\n');
}

async function askAndReport(
  options: StressOptions,
  store: Store,
  job: StressJob,
  run: number,
  { limits, feedback }: Pick<MeasureStressOptions, 'limits'> & { feedback: EndpointFeedback },
): Promise<void> {
  const signals = interrupts();
  const measured = await span('ask', {}, () =>
    measureStress(store, job, run, {
      limits,
      concurrency: options.concurrency,
      interrupts: signals,
      ...stressProgress(feedback),
      clock: SYSTEM_CLOCK,
    }),
  ).finally(() => signals.restore());
  const { models, judges } = job.evaluation;
  const doubts = simulatedDoubts(
    [...models, ...judges].map(({ name }) => name),
    await standInsOf(store, run, job.evaluation),
  );
  const { patterns } = await readEvaluation(store, run, job.evaluation);
  const result = stressResult(job, run, measured.effects, measured.taken, doubts, patterns);
  if (result.complete) await store.finishRun(run, result, new Date().toISOString());
  const { out, report, json } = options;
  const t = wordsOfReports();
  await printedAnyway(
    async () => {
      if (out !== undefined) writeStress(out, result);
      if (report !== undefined)
        writeFileWhole(
          report,
          await stressPage(result, nextStep(options, result, { hidesAddresses: true }, t), t),
        );
      return [out, report].filter((file) => file !== undefined);
    },
    (written) => {
      if (json === true) return console.log(JSON.stringify(result, null, 2));
      printText(stressText(result, store.location));
      if (written !== null && written.length > 0) printText(`\nWritten: ${written.join(', ')}.`);
      printText(`\nNext: ${nextStep(options, result)}`);
    },
  );
  if (result.complete || measured.last === null) return;
  const { code, message } = askingExit(measured.last);
  if (message !== null) printNote(`error: ${message}`);
  if (code !== 0) process.exitCode = code;
}
