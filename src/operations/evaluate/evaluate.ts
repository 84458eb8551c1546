import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import type { Judges } from '../../files/judges/read-judges.ts';
import { readJudges } from '../../files/judges/read-judges.ts';
import { plural } from '../../numbers.ts';
import type { SaidMost } from '../../report/said-text.ts';
import type { BudgetLimits } from '../../run/run-budgets.ts';
import { hasAbsent } from '../../scoring/absent.ts';
import { span } from '../../tracing/span.ts';
import { saidMost } from '../../workflow/asking/said-most.ts';
import { askEvaluation } from '../../workflow/evaluation/ask-evaluation.ts';
import { judgeQueue } from '../../workflow/evaluation/evaluation-calls.ts';
import {
  type EvaluationEstimate,
  evaluationEstimate,
  requireEvaluationBudgets,
} from '../../workflow/evaluation/evaluation-estimate.ts';
import { type EvaluationJob, readEvaluated } from '../../workflow/evaluation/evaluation-job.ts';
import { evaluationResult } from '../../workflow/evaluation/evaluation-outcome.ts';
import type { EvaluationResult } from '../../workflow/evaluation/evaluation-result.ts';
import { evaluationOf } from '../../workflow/evaluation/prepare-models.ts';
import { budgetOutlook, budgetUse } from '../../workflow/synthesis/synthesis-budgets.ts';
import { type Exit, synthesisExit } from '../asking/asking-exit.ts';
import { outlookText, spentText } from '../asking/budget-words.ts';
import { readBudgets } from '../asking/budgets.ts';
import { estimateLine } from '../asking/estimate-text.ts';
import { readModels } from '../asking/read-models.ts';
import { reuseLine } from '../asking/reuse-text.ts';
import { taskSettings } from '../asking/task-args.ts';
import {
  type Asking,
  askWithin,
  checkModels,
  noteContinued,
  withAsking,
  withClaimed,
} from '../asking/within-budgets.ts';
import { type Context, operation } from '../operation.ts';
import { keptRunText } from '../synthesize/report.ts';
import { writeEvaluation } from './files.ts';
import { type EvaluateOptions, evaluateOptions } from './options.ts';
import { verdictNote } from './pairwise.ts';
import { evaluationDocument } from './report.ts';

/** Models answer the items of a bank under several conditions, and are scored. */
export const evaluate = operation({
  name: 'evaluate',
  summary:
    'Ask models behind endpoints all items of a bank, or some drawn at random, under one or more conditions; score the answers by the metric of each item, and rank the models. No recorded answers are needed.',
  help: `
Examples:
  thetarank evaluate --bank my-bank --model my-model@http://localhost:8000/v1 --dry-run
  thetarank evaluate --bank my-bank --model my-model@http://localhost:8000/v1 --items 200 --by-tag --out results
  thetarank evaluate --bank cases --models-file models.json --judge judge-a@http://localhost:8001/v1 --judge judge-b@http://localhost:8002/v1
  thetarank evaluate --bank cases --models-file models.json -T judges=judges.yaml --temperatures 0,0.2,0.6,1,1.5 --repeats 3
  thetarank evaluate --bank cases --models-file models.json -T judges=judges.yaml --baseline my-model --dry-run
  thetarank evaluate --bank my-bank --models-file models.json --variants cot,answer-only --shot-counts 0,5 --budget 20usd,2h --resume

Exit codes: 0 all answers are there; 2 wrong input, or an endpoint refuses; 4 a budget was spent before the end; 6 answers are missing, --resume asks for them; 130 interrupted.
What the figures mean: docs/evaluate.md.`,
  options: evaluateOptions,
  database: 'existing',
  outputs: ['json', 'report'],
  estimate: {
    run: (options, context) =>
      withEvaluation(options, context, async (prepared) => {
        await checkMissing(prepared, true);
        const { expected, outlook, job } = prepared;
        return { ...expected, budgets: outlook, reusable: job.reusable };
      }),
    report: () => ({}),
  },
  run: (options, context) =>
    withEvaluation(options, context, async (prepared) => {
      await checkMissing(prepared, false);
      return withClaimed(prepared, prepared.job, (run) => ask(prepared, run));
    }),
  json: ({ result }) => result,
  exitCode: ({ exit }) => exit.code,
  unfinished: ({ exit }) => exit.message,
  again: ({ result }, where) => keptRunText(result, where),
  report: ({ result, said }, { options, ...reading }) =>
    evaluationDocument(result, { ...reading, byTag: options.byTag }, said),
  write: async ({ result, job }, { options: { out, outputs } }, { store }) =>
    out === undefined ? [] : store((open) => writeEvaluation(out, result, job, open, outputs)),
});

/** An evaluation that can be asked. */
interface Prepared extends Asking {
  readonly options: EvaluateOptions;
  readonly job: EvaluationJob;
  readonly expected: EvaluationEstimate;
  readonly limits: BudgetLimits;
  readonly outlook: ReturnType<typeof budgetOutlook>;
}

async function withEvaluation<T>(
  options: EvaluateOptions,
  context: Context,
  use: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const { model, modelsFile, modelArg = {}, concurrency } = options;
  const { models, ofFile } = readModels({ model, modelsFile, modelArg, concurrency });
  const judges = judgesOf(options);
  const limits = readBudgets(options.budget);
  return withAsking(context, ofFile, async (asking) => {
    const { judges: _, ...settings } = taskSettings(options.taskArg);
    const { variants, shotCounts: shots, temperatures, repeats, baseline = null } = options;
    const job = await span('prepare', {}, () =>
      evaluationOf(asking.store, {
        ...{ ...options, ...settings, models, judges, caller: asking.door.caller },
        conditions: { prompts: variants, shots, temperatures, repeats },
        compare: options.pairwise || baseline !== null ? { against: baseline } : undefined,
      }),
    );
    requireEvaluationBudgets(limits, job);
    const expected = evaluationEstimate(job, concurrency);
    const outlook = budgetOutlook(limits, expected, job.taken);
    const prepared = { ...asking, options, job, expected, limits, outlook };
    noteBefore(prepared, judges !== undefined);
    return use(prepared);
  });
}

/** Who judges: those given by `judge`, and those of the file that `-T judges` names; undefined without any. */
function judgesOf({
  judge,
  judgeArg = {},
  taskArg,
  concurrency,
}: EvaluateOptions): Judges | undefined {
  const listed = taskArg?.judges === undefined ? undefined : readJudges(taskArg.judges);
  if (judge.length === 0) return listed;
  const { models } = readModels({ model: judge, modelArg: judgeArg, concurrency });
  return { judges: [...models, ...(listed?.judges ?? [])], rubrics: listed?.rubrics ?? [] };
}

/** Says what will be done. */
function noteBefore(
  { context, options, job, expected, outlook }: Prepared,
  isJudged: boolean,
): void {
  const { models, judges, conditions, reusable } = job;
  const { note } = context;
  if (isJudged && judges.length === 0)
    note(
      `warning: no judge is asked: no item of ${options.bank} that is asked has a rubric as its metric (docs/judges.md). Open questions and cases without a metric count as an exact match. CMB-Clin's cases get a rubric by bank import --format cmb-clin.`,
    );
  if (reusable !== null) note(reuseLine(reusable, SYSTEM_CLOCK.now()));
  const judged = judges.length === 0 ? '' : `, ${plural(judges.length, 'judge')}`;
  const under = conditions.length === 1 ? '' : ` under ${plural(conditions.length, 'condition')}`;
  note(
    `${plural(models.length, 'model')} on ${plural(job.bank.ids.length, 'item')} of ${options.bank}${under}${judged}: ${estimateLine(expected, null)}`,
  );
  const verdicts = verdictNote(job);
  if (verdicts !== null) note(verdicts);
  noteContinued(context, job, options.resume, 'of this bank with these models and judges');
  for (const budget of outlook) note(outlookText(budget));
}

/** Looks at the endpoints of models and judges that something is missing of. */
function checkMissing(prepared: Prepared, isDryRun: boolean): Promise<void> {
  const { job, expected, options } = prepared;
  const missing = new Set(
    expected.byModel.flatMap(({ model, calls }) => (calls > 0 ? [model] : [])),
  );
  const asked = [
    ...job.models.filter(({ name }) => missing.has(name)),
    ...job.judges.filter(({ name }) => missing.has(judgeQueue(name))),
  ];
  return checkModels(prepared, asked, options, isDryRun);
}

interface Evaluated {
  readonly result: EvaluationResult;
  readonly job: EvaluationJob;
  /** What models said most often whose answers are unusual, or not there. */
  readonly said: readonly SaidMost[];
  readonly exit: Exit;
}

/** Asks and scores, for a run that is claimed. */
async function ask(prepared: Prepared, run: number): Promise<Evaluated> {
  const { context, store, job, limits, options } = prepared;
  const before = await readEvaluated(store, run, job);
  const { asked, budgets } = await askWithin(prepared, limits, before, (how) =>
    askEvaluation(store, job, run, { ...how, concurrency: options.concurrency }),
  );
  const used = budgetUse(limits, budgets);
  const result = await span('score', {}, () =>
    evaluationResult(store, job, run, { ...asked, before, budgets: used }, options.seed),
  );
  if (result.complete) await store.finishRun(run, result, new Date().toISOString());
  const spent = result.complete ? null : spentText(used);
  if (spent !== null) context.note(spent);
  // What is longer than a context stays missing however often it is asked.
  const exit = result.complete ? { code: 0, message: null } : synthesisExit(asked);
  return { result, job, said: await saidOf(prepared, result), exit };
}

async function saidOf({ store, job }: Prepared, result: EvaluationResult): Promise<SaidMost[]> {
  const unusual = new Set(
    result.models.flatMap(({ model, states, patterns }) =>
      patterns.length > 0 || hasAbsent(states) ? [model] : [],
    ),
  );
  if (unusual.size === 0) return [];
  const modelOf = new Map(
    job.plan.calls.flatMap(({ id, judge, model }) =>
      judge === null ? [[id, job.models[model].name] as const] : [],
    ),
  );
  return saidMost(store, result.run, (id) => {
    const model = modelOf.get(id);
    return model !== undefined && unusual.has(model) ? model : null;
  });
}
