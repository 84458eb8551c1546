import { z } from 'zod';
import { plural } from '../../numbers.ts';
import type { BudgetLimits } from '../../run/run-budgets.ts';
import { span } from '../../tracing/span.ts';
import {
  annotationEstimate,
  requireAnnotationBudgets,
} from '../../workflow/annotation/annotation-estimate.ts';
import {
  type AnnotationJob,
  prepareAnnotation,
  readAnnotated,
} from '../../workflow/annotation/annotation-job.ts';
import { knownAnnotation } from '../../workflow/annotation/annotation-panel.ts';
import {
  type AnnotationReport,
  annotationReport,
} from '../../workflow/annotation/annotation-report.ts';
import { askAnnotation } from '../../workflow/annotation/ask-annotation.ts';
import { keepAnnotation } from '../../workflow/annotation/keep-annotation.ts';
import type { EvaluationEstimate } from '../../workflow/evaluation/evaluation-estimate.ts';
import { budgetOutlook, budgetUse } from '../../workflow/synthesis/synthesis-budgets.ts';
import { calling, modelArg, testedModels } from '../asking/asking.ts';
import { type Exit, synthesisExit } from '../asking/asking-exit.ts';
import { outlookText, spentText } from '../asking/budget-words.ts';
import { readBudgets } from '../asking/budgets.ts';
import { estimateLine } from '../asking/estimate-text.ts';
import { readModels } from '../asking/read-models.ts';
import {
  type Asking,
  askWithin,
  checkModels,
  noteContinued,
  withAsking,
  withClaimed,
} from '../asking/within-budgets.ts';
import { seed, shortText, wholeNumber } from '../fields.ts';
import { type Context, operation } from '../operation.ts';
import { annotationText } from './report.ts';

const ITEMS = { group: 'Items and labels' };
const MODELS = { group: 'Models' };
const REVIEW = { group: 'Review' };

const options = z
  .strictObject({
    bank: shortText.describe('a bank whose items have text').meta({ ...ITEMS, value: 'name' }),
    level: z
      .array(shortText.min(1))
      .min(1)
      .describe('levels of the taxonomy to label')
      .meta({ ...ITEMS }),
    taxonomy: z
      .string()
      .optional()
      .describe("a built-in taxonomy, or a file (default: the bank's own)")
      .meta({ ...ITEMS, value: 'name', file: 'in' }),
    items: wholeNumber(1)
      .optional()
      .describe('label this number of items, drawn at random (default: all)')
      .meta(ITEMS),
    item: z
      .array(z.string())
      .optional()
      .describe('label these items')
      .meta({ ...ITEMS, value: 'id', isVariadic: true }),
    withKey: z
      .boolean()
      .default(false)
      .describe('show models and experts the right answers too')
      .meta(ITEMS),
    model: testedModels.model.meta(MODELS),
    modelsFile: testedModels.modelsFile.meta(MODELS),
    modelArg: modelArg.meta(MODELS),
    repeats: wholeNumber(1)
      .default(1)
      .describe('labels that each model gives, each with a seed of its own')
      .meta(MODELS),
    leastShare: z
      .number()
      .gt(0.5)
      .max(1)
      .default(1)
      .describe('share of the labels that must be the same')
      .meta(REVIEW),
    auditShare: z
      .number()
      .min(0)
      .max(1)
      .default(0.05)
      .describe('share of the agreed labels that experts see too, to estimate their error')
      .meta(REVIEW),
    showProposals: z
      .boolean()
      .default(false)
      .describe(
        'show experts what models proposed: faster, but they then change fewer of the wrong labels',
      )
      .meta(REVIEW),
    expertsPerEntry: wholeNumber(1)
      .max(2)
      .default(1)
      .describe('experts who see each entry: 1 or 2')
      .meta(REVIEW),
    title: shortText
      .optional()
      .describe('what experts see as the title')
      .meta({ ...REVIEW, value: 'text' }),
    ...calling('the last run with the same settings: ask what is missing'),
    seed: seed.meta({ group: 'The run' }),
  })
  .refine(({ items, item }) => items === undefined || item === undefined, {
    path: ['items', 'item'],
    error: 'name a number of items or the items themselves.',
  });
type AnnotateOptions = z.output<typeof options>;

/** Models label items; experts review what they disagree on. */
export const annotate = operation({
  name: 'annotate',
  summary:
    'Have models label the items of a bank along levels of a taxonomy. What they disagree on, refuse or cannot say goes to experts, and so does a random sample of what they agree on.',
  help: `
Examples:
  thetarank annotate --bank my-bank --level clinical_department --model a@http://localhost:8000/v1 --model b@http://localhost:8001/v1 --dry-run
  thetarank annotate --bank my-bank --level icd11_group,clinical_department --taxonomy cmexam --models-file models.json --repeats 2 --budget 20usd --resume
  thetarank annotate --bank my-bank --level topic --taxonomy topics.yaml --model a@http://localhost:8000/v1 --items 100 --experts-per-entry 2
  thetarank annotate show annotation-7
  thetarank annotate export annotation-7 --out labels.csv --apply

Exit codes: 0 all labels are there; 2 wrong input, or an endpoint refuses; 4 a budget was spent before the end; 6 answers are missing, --resume asks for them; 130 interrupted.
What happens to labels, and what the figures mean: docs/annotation.md.`,
  options,
  database: 'existing',
  outputs: ['json'],
  estimate: {
    run: (given, context) =>
      withAnnotation(given, context, async (prepared) => {
        await checkMissing(prepared, true);
        return prepared.expected;
      }),
    report: () => ({}),
  },
  run: (given, context) =>
    withAnnotation(given, context, async (prepared) => {
      await checkMissing(prepared, false);
      return withClaimed(prepared, prepared.job, (run) => ask(prepared, run));
    }),
  json: ({ report, run, missing }) => report ?? { run, missing },
  exitCode: ({ exit }) => exit.code,
  unfinished: ({ exit }) => exit.message,
  report: ({ report }, { where }) => (report === null ? {} : annotationText(report, where)),
});

/** An annotation that can be asked. */
interface Prepared extends Asking {
  readonly given: AnnotateOptions;
  readonly job: AnnotationJob;
  readonly expected: EvaluationEstimate;
  readonly limits: BudgetLimits;
}

async function withAnnotation<T>(
  given: AnnotateOptions,
  context: Context,
  use: (prepared: Prepared) => Promise<T>,
): Promise<T> {
  const { model, modelsFile, modelArg = {}, concurrency, level, item } = given;
  const { models, ofFile } = readModels({ model, modelsFile, modelArg, concurrency });
  const limits = readBudgets(given.budget);
  return withAsking(context, ofFile, async (asking) => {
    const job = await span('prepare', {}, () =>
      prepareAnnotation(asking.store, {
        ...given,
        ...{ models, levels: level, named: item, caller: asking.door.caller },
      }),
    );
    requireAnnotationBudgets(limits, job);
    const expected = annotationEstimate(job, concurrency);
    noteBefore(context, given, job, expected);
    for (const budget of budgetOutlook(limits, expected, job.taken))
      context.note(outlookText(budget));
    return use({ ...asking, given, job, expected, limits });
  });
}

/** Says what will be done. */
function noteBefore(
  context: Context,
  { repeats, resume }: AnnotateOptions,
  job: AnnotationJob,
  expected: EvaluationEstimate,
): void {
  const { models, levels, raters, bank } = job;
  const each = repeats === 1 ? '' : `, ${repeats} repeats`;
  context.note(
    `${plural(models.length, 'model')}${each}, ${plural(levels.length, 'level')}, ${plural(bank.ids.length, 'item')} of ${bank.summary.name}: ${estimateLine(expected, null)}`,
  );
  if (raters.length === 1)
    context.note(
      'warning: one label per item cannot be compared with another. Name a second model, or add --repeats 2; without it, only what the model refuses or cannot say, and the audit, goes to review.',
    );
  noteContinued(context, job, resume, 'with these settings');
}

/** Looks at the endpoints of models that have labels to give. */
function checkMissing(prepared: Prepared, isDryRun: boolean): Promise<void> {
  const { job, expected, given } = prepared;
  const asked = new Set(expected.byModel.flatMap(({ model, calls }) => (calls > 0 ? model : [])));
  const models = job.models.filter(({ name }) => asked.has(name));
  return checkModels(prepared, models, given, isDryRun);
}

interface Annotated {
  readonly run: number;
  /** Labels. */
  readonly missing: number;
  /** Null while labels are missing. */
  readonly report: AnnotationReport | null;
  readonly exit: Exit;
}

/** Asks, keeps and decides, for a run that is claimed. */
async function ask(prepared: Prepared, run: number): Promise<Annotated> {
  const { context, store, job, limits, given } = prepared;
  const before = await readAnnotated(store, run, job);
  const { asked, budgets } = await askWithin(prepared, limits, before, (how) =>
    askAnnotation(store, job, run, { ...how, concurrency: given.concurrency }),
  );
  const exit = synthesisExit(asked);
  const { missing } = asked.tally.calls();
  if (missing === 0) return { run, missing, report: await keep(prepared, run), exit };
  context.note(
    `${plural(missing, 'label')} of run ${run} are missing. To ask for them, add --resume.`,
  );
  const spent = spentText(budgetUse(limits, budgets));
  if (spent !== null) context.note(spent);
  return { run, missing, report: null, exit };
}

/** Decides the labels, and opens the panel of their review. */
async function keep({ store, job, given }: Prepared, run: number): Promise<AnnotationReport> {
  const { leastShare, auditShare, showProposals, expertsPerEntry, title } = given;
  const settings = { leastShare, auditShare, blind: !showProposals, expertsPerEntry, title };
  const at = () => new Date().toISOString();
  const annotation = await keepAnnotation(store, job, run, settings, at());
  await store.finishRun(run, { annotation }, at());
  return span('report', {}, async () =>
    annotationReport(store, await knownAnnotation(store, annotation)),
  );
}
