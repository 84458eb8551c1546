import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { readJudges } from '../../files/judges/read-judges.ts';
import { plural } from '../../numbers.ts';
import type { BudgetLimits } from '../../run/run-budgets.ts';
import { simulatedDoubts } from '../../scoring/doubts/examinee-doubts.ts';
import { span } from '../../tracing/span.ts';
import {
  evaluationEstimate,
  requireEvaluationBudgets,
} from '../../workflow/evaluation/evaluation-estimate.ts';
import { readEvaluation } from '../../workflow/evaluation/read-evaluation.ts';
import { standInsOf } from '../../workflow/evaluation/stand-ins.ts';
import { askSettings } from '../../workflow/live/live-configuration.ts';
import { measureStress } from '../../workflow/stress/measure-stress.ts';
import { prepareStress, type StressJob } from '../../workflow/stress/stress-job.ts';
import { type StressResult, stressResult } from '../../workflow/stress/stress-result.ts';
import { plannedItems } from '../../workflow/stress/stress-rules.ts';
import { askingExit, type Exit } from '../asking/asking-exit.ts';
import { readBudgets } from '../asking/budgets.ts';
import { estimateLine } from '../asking/estimate-text.ts';
import { readModels } from '../asking/read-models.ts';
import { reuseLine } from '../asking/reuse-text.ts';
import { taskSettings } from '../asking/task-args.ts';
import { type Asking, checkModels, withAsking, withClaimed } from '../asking/within-budgets.ts';
import type { Context } from '../operation.ts';
import type { StressOptions } from './options.ts';

/** Effects of changes on models behind endpoints. */
export interface Measured {
  readonly kind: 'measured';
  readonly result: StressResult;
  readonly exit: Exit;
}

interface Prepared extends Asking {
  readonly options: StressOptions;
  readonly job: StressJob;
  readonly expected: ReturnType<typeof evaluationEstimate>;
  readonly limits: BudgetLimits;
}

/** What measuring would take. */
export function estimateStress(options: StressOptions, context: Context) {
  return withStress(options, context, true, async ({ job, expected }) => ({
    ...expected,
    effects: job.plans.map(({ items, ...plan }) => ({ ...plan, appliesTo: items.length })),
    reusable: job.evaluation.reusable,
  }));
}

export function measure(options: StressOptions, context: Context): Promise<Measured> {
  return withStress(options, context, false, (prepared) =>
    withClaimed(prepared, prepared.job.evaluation, (run) => ask(prepared, run)),
  );
}

async function withStress<T>(
  options: StressOptions,
  context: Context,
  isDryRun: boolean,
  use: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const { model, modelsFile, modelArg = {}, concurrency, seed } = options;
  const { models, ofFile } = readModels({ model, modelsFile, modelArg, concurrency });
  const limits = readBudgets(options.budget);
  const { judges: file, ...task } = taskSettings(options.taskArg);
  const judges = file === undefined ? undefined : readJudges(file);
  const settings = askSettings({ ...task, seed, tooLong: 'wrong' });
  const rules = {
    ...{ confidence: options.confidence, precision: options.precision / 100 },
    ...{ target: options.target, most: options.items ?? Number.POSITIVE_INFINITY },
  };
  return withAsking(context, ofFile, async (asking) => {
    const { caller } = asking.door;
    const job = await span('prepare', {}, () =>
      prepareStress(asking.store, { ...options, models, rules, caller, judges, settings }),
    );
    requireEvaluationBudgets(limits, job.evaluation);
    const expected = evaluationEstimate(job.evaluation, concurrency);
    const prepared = { ...asking, options, job, expected, limits };
    noteBefore(prepared, plannedItems(rules));
    await checkModels(asking, [...models, ...job.evaluation.judges], options, isDryRun);
    return use(prepared);
  });
}

/** Says what will be done. @param planned items of an effect, if there are as many */
function noteBefore({ context, options, job, expected }: Prepared, planned: number): void {
  const { reusable, same, before, models } = job.evaluation;
  if (reusable !== null) context.note(reuseLine(reusable, SYSTEM_CLOCK.now()));
  const items = Math.min(planned, Math.max(...job.plans.map((plan) => plan.items.length)));
  context.note(
    `${plural(models.length, 'model')}, ${plural(options.variants.length, 'variant')} on ${options.bank}, about ${plural(items, 'item')} per effect: ${estimateLine(expected, null)}`,
  );
  if (same !== undefined && before === null)
    context.note(
      `Run ${same.id} has answers of the same bank, models and settings. To continue it instead of asking again, add --resume.`,
    );
}

async function ask(
  { store, door, job, limits, options }: Prepared,
  run: number,
): Promise<Measured> {
  const interrupts = door.interrupts();
  const measured = await span('ask', {}, () =>
    measureStress(store, job, run, {
      ...{ limits, concurrency: options.concurrency, interrupts, clock: SYSTEM_CLOCK },
      ...door.watchRounds(),
    }),
  ).finally(() => interrupts.restore());
  const { models, judges } = job.evaluation;
  const doubts = simulatedDoubts(
    [...models, ...judges].map(({ name }) => name),
    await standInsOf(store, run, job.evaluation),
  );
  const { patterns } = await readEvaluation(store, run, job.evaluation);
  const result = stressResult(job, run, measured.effects, measured.taken, doubts, patterns);
  if (result.complete) await store.finishRun(run, result, new Date().toISOString());
  const isOver = result.complete || measured.last === null;
  const exit = isOver ? { code: 0, message: null } : askingExit(measured.last!);
  return { kind: 'measured', result, exit };
}
