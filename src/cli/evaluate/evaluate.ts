import { join } from 'node:path';
import type { Command } from 'commander';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { checkWritable, writeFileWhole } from '../../files/write/write.ts';
import { plural } from '../../numbers.ts';
import { UNLISTED_HELP } from '../../operations/asking/asking.ts';
import { synthesisExit } from '../../operations/asking/asking-exit.ts';
import { outlookText, spentText } from '../../operations/asking/budget-words.ts';
import { readBudgets } from '../../operations/asking/budgets.ts';
import { estimateLine } from '../../operations/asking/estimate-text.ts';
import { MODEL_ARGS } from '../../operations/asking/model-args.ts';
import { REUSE_HELP, reuseLine } from '../../operations/asking/reuse-text.ts';
import { EVALUATION_ARGS, taskSettings } from '../../operations/asking/task-args.ts';
import { PROMPT_VARIANTS } from '../../prompt/prompt.ts';
import { wordsOfReports } from '../../report/words-of-reports.ts';
import { type BudgetLimits, RunBudgets } from '../../run/run-budgets.ts';
import { hasAbsent } from '../../scoring/absent.ts';
import type { Store } from '../../store/store.ts';
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
import { claimSynthesis } from '../../workflow/synthesis/synthesis-job.ts';
import { checkEndpoints } from '../asking/check-endpoints.ts';
import { type EndpointFeedback, endpointFeedback } from '../asking/endpoint-feedback.ts';
import { flagCaller } from '../asking/flag-caller.ts';
import { interrupts } from '../asking/interrupts.ts';
import { synthesisProgress } from '../asking/synthesis-progress.ts';
import { readModels } from '../live/live-options.ts';
import { addDatabaseOption, readStore } from '../options/database-option.ts';
import {
  modelArgOption,
  settingsOption,
  settingsText,
  taskArgOption,
} from '../options/named-values.ts';
import { names, wholeNumber, wholeNumbers } from '../options/options.ts';
import { keptRun } from '../output/kept-run.ts';
import { printedAnyway } from '../output/printed-anyway.ts';
import { printNote, printText } from '../output/typed-commands.ts';
import {
  conditionChoice,
  type EvaluateOptions,
  judgesOf,
  liveOptions,
  temperatures,
} from './evaluate-options.ts';
import { EVALUATION_FILES, evaluationFiles, writeEvaluation } from './evaluation-files.ts';
import { evaluationPage } from './evaluation-page.ts';
import { evaluationText } from './evaluation-text.ts';
import { verdictNote } from './pairwise-text.ts';

const EXAMPLES = `
Examples:
  thetarank evaluate --bank my-bank --model my-model@http://localhost:8000/v1 --dry-run
  thetarank evaluate --bank my-bank --model my-model@http://localhost:8000/v1 --items 200 --by-tag --out results
  thetarank evaluate --bank cases --models-file models.json --judge judge-a@http://localhost:8001/v1 --judge judge-b@http://localhost:8002/v1
  thetarank evaluate --bank cases --models-file models.json -T judges=judges.yaml --temperatures 0,0.2,0.6,1,1.5 --repeats 3
  thetarank evaluate --bank cases --models-file models.json -T judges=judges.yaml --baseline my-model --dry-run
  thetarank evaluate --bank my-bank --models-file models.json --variants cot,answer-only --shot-counts 0,5 --budget 20usd,2h --resume

Exit codes: 0 all answers are there; 2 wrong input, or an endpoint refuses; 4 a budget was spent before the end; 6 answers are missing, --resume asks for them; 130 interrupted.
What the figures mean: docs/evaluate.md.`;

/** `thetarank evaluate`: models answer the items of a bank under several conditions, and are scored. */
export function addEvaluateCommand(program: Command): void {
  const repeated = (text: string, before: string[] = []) => [...before, text];
  const command = program
    .command('evaluate')
    .description(
      'Ask models behind endpoints all items of a bank, or some drawn at random, under one or more conditions; score the answers by the metric of each item, and rank the models. No recorded answers are needed.',
    )
    .optionsGroup('Items:')
    .requiredOption('--bank <name>', 'a bank whose items have text')
    .option(
      '--items <n>',
      'ask this number of items, drawn at random (default: all)',
      wholeNumber(1),
    )
    .option(
      '--stratify <tag>',
      'draw items in proportion to the values of this tag (default: the first tag)',
    )
    .option('--pool <file>', 'ask only the items named in this file, one per line')
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .optionsGroup('Models and judges:')
    .option(
      '--model <name@url>',
      'a model behind an OpenAI-compatible address, such as my-model@http://localhost:8000/v1 or name=served-id@https://host/v1; repeat for several',
      repeated,
    )
    .option(
      '--models-file <file>',
      'a JSON list of models, each with its own sampling, price and limits (docs/endpoints.md)',
    )
    .addOption(modelArgOption())
    .addOption(taskArgOption(EVALUATION_ARGS))
    .option(
      '--judge <name@url>',
      'a model that grades the answers to items whose metric is a rubric; repeat for several, or name a file with -T judges=FILE',
      repeated,
    )
    .addOption(
      settingsOption(
        '--judge-arg <name=value>',
        'a setting of the judges given by --judge, as -M for models',
        MODEL_ARGS,
      ),
    )
    .option(
      '--pairwise',
      'judges also say which of two answers is better, for every two models and in both orders (open questions and cases)',
    )
    .option('--baseline <model>', 'the same, but only for this model with each other one')
    .optionsGroup('Conditions (all combinations are asked):')
    .option('--temperatures <a,b>', 'sampling temperatures, such as 0,0.2,0.6,1,1.5', temperatures)
    .option('--variants <a,b>', `prompts: ${PROMPT_VARIANTS.join(', ')}`, names)
    .option('--shot-counts <a,b>', 'numbers of worked examples, such as 0,5', wholeNumbers(0))
    .option('--repeats <n>', 'draws of each answer, each with a seed of its own', wholeNumber(1), 1)
    .optionsGroup('The run:')
    .option(
      '--budget <limits>',
      'limits: dollars (20usd) and tokens (5Mtok) for the whole run, time (1h30m) for this command; for several separate them by commas, or repeat the option',
      repeated,
    )
    .option('--concurrency <n>', 'most calls in flight per model', wholeNumber(1), 16)
    .option(
      '--resume',
      'continue the last run of the same bank, models and judges: ask what is missing, also of more items or conditions',
    )
    .option('--dry-run', 'print what the run will take, check the endpoints, and ask nothing')
    .option('--reuse', REUSE_HELP)
    .option('--unlisted', UNLISTED_HELP)
    .optionsGroup('Results:')
    .option('--by-tag', 'print the scores by tag too')
    .option('--json', 'print JSON')
    .option(
      '--out <folder>',
      `write ${EVALUATION_FILES.join(', ')} there, and verdicts.jsonl with --pairwise`,
    )
    .option('--outputs', 'with --out: include the texts of answers and judgements')
    .option('--report <file>', 'also write the result there as one HTML page');
  addDatabaseOption(command)
    .addHelpText('after', `${settingsText(EVALUATION_ARGS)}\n${EXAMPLES}`)
    .action(evaluate);
}

async function evaluate(options: EvaluateOptions): Promise<void> {
  const { out, report: page, taskArg, concurrency } = options;
  const { models, wordsOf } = readModels({ ...options, ...liveOptions(concurrency) });
  const judges = judgesOf(options);
  const limits = readBudgets(options.budget);
  const conditions = conditionChoice(options);
  const pairwise = options.pairwise === true || options.baseline !== undefined;
  checkWritable([
    ...(out === undefined ? [] : evaluationFiles(pairwise).map((file) => join(out, file))),
    ...(page === undefined ? [] : [page]),
  ]);
  const feedback = endpointFeedback(wordsOf);
  await readStore(options, async (store) => {
    const { judges: _, ...settings } = taskSettings(taskArg);
    const job = await span('prepare', {}, () =>
      evaluationOf(store, {
        ...settings,
        ...{ models, judges, conditions, caller: flagCaller(feedback, wordsOf) },
        ...{ bank: options.bank, items: options.items, pool: options.pool },
        ...{ stratify: options.stratify, seed: options.seed },
        ...{ resume: options.resume, reuse: options.reuse },
        compare: pairwise ? { against: options.baseline ?? null } : undefined,
      }),
    );
    if (judges !== undefined && job.judges.length === 0)
      printNote(
        `warning: no judge is asked: no item of ${options.bank} that is asked has a rubric as its metric (docs/judges.md). Open questions and cases without a metric count as an exact match. CMB-Clin's cases get a rubric by bank import --format cmb-clin.`,
      );
    requireEvaluationBudgets(limits, job);
    const expected = evaluationEstimate(job, concurrency);
    note(options, job, expected, limits);
    const isDryRun = options.dryRun === true;
    if (isDryRun && options.json === true) {
      const budgets = budgetOutlook(limits, expected, job.taken);
      console.log(JSON.stringify({ ...expected, budgets, reusable: job.reusable }, null, 2));
    }
    const mustList =
      options.unlisted === true
        ? undefined
        : options.model === undefined
          ? '--models-file'
          : '--model';
    const asked = missingParties(job, expected);
    if (asked.length > 0) await checkEndpoints(asked, { wordsOf, mustList, isDryRun });
    if (isDryRun) return;
    const { run, release } = await claimSynthesis(store, job);
    try {
      await askAndReport(options, store, job, run, limits, feedback);
    } finally {
      await release();
    }
  }).finally(feedback.stop);
}

/** What will be done, before it begins. */
function note(
  { bank, resume }: EvaluateOptions,
  job: EvaluationJob,
  expected: EvaluationEstimate,
  limits: BudgetLimits,
): void {
  const { models, judges, conditions, reusable, same, before, taken } = job;
  if (reusable !== null) printNote(reuseLine(reusable, SYSTEM_CLOCK.now()));
  const judged = judges.length === 0 ? '' : `, ${plural(judges.length, 'judge')}`;
  const under = conditions.length === 1 ? '' : ` under ${plural(conditions.length, 'condition')}`;
  printNote(
    `${plural(models.length, 'model')} on ${plural(job.bank.ids.length, 'item')} of ${bank}${under}${judged}: ${estimateLine(expected, null)}`,
  );
  const verdicts = verdictNote(job);
  if (verdicts !== null) printNote(verdicts);
  if (before !== null)
    printNote(`Continuing run ${before.id}: ${plural(before.answers, 'answer')} kept.`);
  else if (resume === true)
    printNote(
      'There is no run of this bank with these models and judges to continue: a new run starts.',
    );
  else if (same !== undefined && same.finishedAt === null)
    printNote(
      `Run ${same.id} with the same settings was interrupted after ${plural(same.answers, 'answer')}. To continue it, add --resume.`,
    );
  for (const budget of budgetOutlook(limits, expected, taken)) printNote(outlookText(budget));
}

/** The models and judges that something is missing of. */
function missingParties({ models, judges }: EvaluationJob, { byModel }: EvaluationEstimate) {
  const missing = new Set(byModel.flatMap(({ model, calls }) => (calls > 0 ? [model] : [])));
  return [
    ...models.filter(({ name }) => missing.has(name)),
    ...judges.filter(({ name }) => missing.has(judgeQueue(name))),
  ];
}

/** Asks, keeps, writes and prints, for a run that is claimed. */
async function askAndReport(
  options: EvaluateOptions,
  store: Store,
  job: EvaluationJob,
  run: number,
  limits: BudgetLimits,
  feedback: EndpointFeedback,
): Promise<void> {
  // The previous holder may have kept more before this process claimed the run.
  await store.chargeReplies(run, new Date().toISOString());
  const before = await readEvaluated(store, run, job);
  const budgets = new RunBudgets(limits, before, SYSTEM_CLOCK);
  const signals = interrupts();
  const asked = await span('ask', {}, () =>
    askEvaluation(store, job, run, {
      ...{ budgets, concurrency: options.concurrency, interrupts: signals },
      watch: (facts) => synthesisProgress(facts, feedback),
      clock: SYSTEM_CLOCK,
    }),
  ).finally(() => {
    signals.restore();
    budgets.close();
  });
  const used = budgetUse(limits, budgets);
  const result = await span('score', {}, () =>
    evaluationResult(store, job, run, { ...asked, before, budgets: used }, options.seed),
  );
  if (result.complete) await store.finishRun(run, result, new Date().toISOString());
  await print(options, store, job, result);
  const spent = result.complete ? null : spentText(used);
  if (spent !== null) printNote(spent);
  // What is longer than a context stays missing however often it is asked.
  if (result.complete) return;
  const { code, message } = synthesisExit(asked);
  if (message !== null) printNote(`error: ${message}`);
  if (code !== 0) process.exitCode = code;
}

async function print(
  options: EvaluateOptions,
  store: Store,
  job: EvaluationJob,
  result: EvaluationResult,
): Promise<void> {
  const { out, report: page, json, outputs, byTag } = options;
  const unusual = new Set(
    result.models.flatMap(({ model, states, patterns }) =>
      patterns.length > 0 || hasAbsent(states) ? [model] : [],
    ),
  );
  const modelOf = new Map(
    job.plan.calls.flatMap(({ id, judge, model }) =>
      judge === null ? [[id, job.models[model].name] as const] : [],
    ),
  );
  const said =
    json === true || unusual.size === 0
      ? []
      : await saidMost(store, result.run, (id) => {
          const model = modelOf.get(id);
          return model !== undefined && unusual.has(model) ? model : null;
        });
  await printedAnyway(
    async () => {
      if (page !== undefined) writeFileWhole(page, evaluationPage(result, wordsOfReports()));
      if (out !== undefined)
        await writeEvaluation(
          out,
          result,
          { plan: job.plan, judges: job.judges, places: job.bank.places },
          store,
          outputs === true,
        );
      return { out, page };
    },
    (written) => {
      if (json === true) console.log(JSON.stringify(result, null, 2));
      else printText(evaluationText(result, { byTag, said, ...(written ?? {}) }));
    },
    keptRun(result.run, store.location),
  );
}
