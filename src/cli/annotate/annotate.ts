import { type Command, InvalidArgumentError } from 'commander';
import { fail } from '../../errors.ts';
import { SYSTEM_CLOCK } from '../../examinee/services.ts';
import { plural } from '../../numbers.ts';
import { annotationText } from '../../operations/annotate/report.ts';
import { UNLISTED_HELP } from '../../operations/asking/asking.ts';
import { synthesisExit } from '../../operations/asking/asking-exit.ts';
import { outlookText, spentText } from '../../operations/asking/budget-words.ts';
import { readBudgets } from '../../operations/asking/budgets.ts';
import { estimateLine } from '../../operations/asking/estimate-text.ts';
import type { ModelArgs } from '../../operations/asking/model-args.ts';
import { documentText } from '../../report/text.ts';
import { type BudgetLimits, RunBudgets } from '../../run/run-budgets.ts';
import type { Store } from '../../store/store.ts';
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
import { annotationReport } from '../../workflow/annotation/annotation-report.ts';
import { askAnnotation } from '../../workflow/annotation/ask-annotation.ts';
import { keepAnnotation } from '../../workflow/annotation/keep-annotation.ts';
import { budgetOutlook, budgetUse } from '../../workflow/synthesis/synthesis-budgets.ts';
import { claimSynthesis } from '../../workflow/synthesis/synthesis-job.ts';
import { checkEndpoints } from '../asking/check-endpoints.ts';
import { type EndpointFeedback, endpointFeedback } from '../asking/endpoint-feedback.ts';
import { flagCaller } from '../asking/flag-caller.ts';
import { interrupts } from '../asking/interrupts.ts';
import { synthesisProgress } from '../asking/synthesis-progress.ts';
import { readModels } from '../live/live-options.ts';
import { addOperations } from '../named-command.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseArgument,
  readStore,
} from '../options/database-option.ts';
import { modelArgOption, settingsText } from '../options/named-values.ts';
import { names, wholeNumber } from '../options/options.ts';
import { printNote, printText } from '../output/typed-commands.ts';

interface AnnotateOptions extends DatabaseOptions {
  readonly bank?: string;
  readonly level?: readonly string[];
  readonly taxonomy?: string;
  readonly items?: number;
  readonly item?: string[];
  readonly withKey?: boolean;
  readonly model?: string[];
  readonly modelsFile?: string;
  readonly modelArg?: ModelArgs;
  readonly repeats: number;
  readonly leastShare: number;
  readonly auditShare: number;
  readonly showProposals?: boolean;
  readonly expertsPerEntry: number;
  readonly title?: string;
  readonly budget?: string[];
  readonly concurrency: number;
  readonly seed: number;
  readonly resume?: boolean;
  readonly dryRun?: boolean;
  readonly unlisted?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Examples:
  thetarank annotate --bank my-bank --level clinical_department --model a@http://localhost:8000/v1 --model b@http://localhost:8001/v1 --dry-run
  thetarank annotate --bank my-bank --level icd11_group,clinical_department --taxonomy cmexam --models-file models.json --repeats 2 --budget 20usd --resume
  thetarank annotate --bank my-bank --level topic --taxonomy topics.yaml --model a@http://localhost:8000/v1 --items 100 --experts-per-entry 2
  thetarank annotate show annotation-7
  thetarank annotate export annotation-7 --out labels.csv --apply

Exit codes: 0 all labels are there; 2 wrong input, or an endpoint refuses; 4 a budget was spent before the end; 6 answers are missing, --resume asks for them; 130 interrupted.
What happens to labels, and what the figures mean: docs/annotation.md.`;

/** `thetarank annotate`: models label items along a taxonomy, and people review what they disagree on. */
export async function addAnnotateCommand(program: Command): Promise<void> {
  const repeated = (text: string, before: string[] = []) => [...before, text];
  const command = program
    .command('annotate')
    .description(
      'Have models label the items of a bank along levels of a taxonomy. What they disagree on, refuse or cannot say goes to experts, and so does a random sample of what they agree on.',
    )
    .optionsGroup('Items and labels:')
    .option('--bank <name>', 'a bank whose items have text (required)')
    .option('--level <a,b>', 'levels of the taxonomy to label (required)', names)
    .option('--taxonomy <name>', "a built-in taxonomy, or a file (default: the bank's own)")
    .option(
      '--items <n>',
      'label this number of items, drawn at random (default: all)',
      wholeNumber(1),
    )
    .option('--item <id>', 'label this item; repeat for several', repeated)
    .option('--with-key', 'show models and experts the right answers too')
    .optionsGroup('Models:')
    .option(
      '--model <name@url>',
      'a model behind an OpenAI-compatible address, such as my-model@http://localhost:8000/v1; repeat for several',
      repeated,
    )
    .option('--models-file <file>', 'a JSON list of models (docs/endpoints.md)')
    .addOption(modelArgOption())
    .option(
      '--repeats <n>',
      'labels that each model gives, each with a seed of its own',
      wholeNumber(1),
      1,
    )
    .optionsGroup('Review:')
    .option(
      '--least-share <x>',
      'share of the labels that must be the same, above 0.5',
      shareOf((x) => x > 0.5 && x <= 1, 'a share above 0.5, at most 1'),
      1,
    )
    .option(
      '--audit-share <x>',
      'share of the agreed labels that experts see too, to estimate their error',
      shareOf((x) => x >= 0 && x <= 1, 'a share from 0 to 1'),
      0.05,
    )
    .option(
      '--show-proposals',
      'show experts what models proposed: faster, but they then change fewer of the wrong labels',
    )
    .option('--experts-per-entry <n>', 'experts who see each entry: 1 or 2', expertsPerEntry, 1)
    .option('--title <text>', 'what experts see as the title')
    .optionsGroup('The run:')
    .option(
      '--budget <limits>',
      'limits: dollars (20usd) and tokens (5Mtok) for the whole run, time (1h30m) for this command; repeat, or separate by commas',
      repeated,
    )
    .option('--concurrency <n>', 'most calls in flight per model', wholeNumber(1), 16)
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .option('--resume', 'continue the last run with the same settings: ask what is missing')
    .option('--dry-run', 'print what the run will take, check the endpoints, and ask nothing')
    .option('--unlisted', UNLISTED_HELP)
    .option('--json', 'print JSON');
  addDatabaseOption(command)
    .addHelpText('after', `${settingsText()}\n${EXAMPLES}`)
    .action(annotate);
  await addOperations(command, ['annotate list', 'annotate show', 'annotate export']);
}

function shareOf(isRight: (x: number) => boolean, accepted: string) {
  return (text: string): number => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (!isRight(value)) throw new InvalidArgumentError(`Accepted: ${accepted}.`);
    return value;
  };
}

function expertsPerEntry(text: string): number {
  if (text !== '1' && text !== '2') throw new InvalidArgumentError('Accepted: 1 or 2.');
  return Number(text);
}

async function annotate(options: AnnotateOptions): Promise<void> {
  const { bank, level, concurrency } = options;
  const missing =
    bank === undefined ? '--bank' : level === undefined || level.length === 0 ? '--level' : null;
  if (bank === undefined || level === undefined || missing !== null)
    return fail('OPTIONS_CONFLICT', {
      options: missing ?? '--bank',
      reason: 'it is missing. See: thetarank annotate --help',
    });
  if (options.item !== undefined && options.items !== undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--items and --item',
      reason: 'name a number of items or the items themselves.',
    });
  if (options.model === undefined && options.modelsFile === undefined)
    fail('OPTIONS_CONFLICT', {
      options: '--model',
      reason: 'no model is named. Name at least one, better two, with --model or --models-file.',
    });
  const { models, wordsOf } = readModels({
    ...options,
    ...{ concurrency, lag: 1, leaveOut: [] },
  } as Parameters<typeof readModels>[0]);
  const limits = readBudgets(options.budget);
  const feedback = endpointFeedback(wordsOf);
  await readStore(options, async (store) => {
    const job = await span('prepare', {}, () =>
      prepareAnnotation(store, {
        ...{ bank, levels: level, taxonomy: options.taxonomy, models },
        ...{ items: options.items, named: options.item, seed: options.seed },
        ...{ repeats: options.repeats, withKey: options.withKey === true },
        ...{ resume: options.resume, caller: flagCaller(feedback, wordsOf) },
      }),
    );
    requireAnnotationBudgets(limits, job);
    const expected = annotationEstimate(job, concurrency);
    note(options, job, estimateLine(expected, null));
    for (const budget of budgetOutlook(limits, expected, job.taken)) printNote(outlookText(budget));
    const isDryRun = options.dryRun === true;
    if (isDryRun && options.json === true) console.log(JSON.stringify(expected, null, 2));
    const asked = models.filter(({ name }) =>
      expected.byModel.some(({ model, calls }) => model === name && calls > 0),
    );
    const list = options.model === undefined ? '--models-file' : '--model';
    const mustList = options.unlisted === true ? undefined : list;
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

function note({ resume }: AnnotateOptions, job: AnnotationJob, estimate: string): void {
  const { models, levels, raters, bank, before, same } = job;
  const each = raters.length / models.length;
  const repeats = each === 1 ? '' : `, ${each} repeats`;
  printNote(
    `${plural(models.length, 'model')}${repeats}, ${plural(levels.length, 'level')}, ${plural(bank.ids.length, 'item')} of ${bank.summary.name}: ${estimate}`,
  );
  if (raters.length === 1)
    printNote(
      'warning: one label per item cannot be compared with another. Name a second model, or add --repeats 2; without it, only what the model refuses or cannot say, and the audit, goes to review.',
    );
  if (before !== null)
    printNote(`Continuing run ${before.id}: ${plural(before.answers, 'answer')} kept.`);
  else if (resume === true)
    printNote('There is no run with these settings to continue: a new run starts.');
  else if (same !== undefined && same.finishedAt === null)
    printNote(
      `Run ${same.id} with the same settings was interrupted after ${plural(same.answers, 'answer')}. To continue it, add --resume.`,
    );
}

/** Asks, keeps, decides and prints, for a run that is claimed. */
async function askAndReport(
  options: AnnotateOptions,
  store: Store,
  job: AnnotationJob,
  run: number,
  limits: BudgetLimits,
  feedback: EndpointFeedback,
): Promise<void> {
  const at = () => new Date(SYSTEM_CLOCK.now()).toISOString();
  // The previous holder may have kept more before this process claimed the run.
  await store.chargeReplies(run, at());
  const budgets = new RunBudgets(limits, await readAnnotated(store, run, job), SYSTEM_CLOCK);
  const signals = interrupts();
  const asked = await span('ask', {}, () =>
    askAnnotation(store, job, run, {
      ...{ budgets, concurrency: options.concurrency, interrupts: signals },
      watch: (facts) => synthesisProgress(facts, feedback),
      clock: SYSTEM_CLOCK,
    }),
  ).finally(() => {
    signals.restore();
    budgets.close();
  });
  const { missing } = asked.tally.calls();
  if (missing === 0) {
    const { leastShare, auditShare, expertsPerEntry: experts, title } = options;
    const review = { leastShare, auditShare, blind: options.showProposals !== true, title };
    const settings = { ...review, expertsPerEntry: experts };
    const id = await keepAnnotation(store, job, run, settings, at());
    await store.finishRun(run, { annotation: id }, at());
    const report = await span('report', {}, async () =>
      annotationReport(store, await knownAnnotation(store, id)),
    );
    if (options.json === true) console.log(JSON.stringify(report, null, 2));
    else printText(documentText(annotationText(report, databaseArgument(store.location))));
  } else
    printNote(
      `${plural(missing, 'label')} of run ${run} are missing. To ask for them, add --resume.`,
    );
  const spent = missing === 0 ? null : spentText(budgetUse(limits, budgets));
  if (spent !== null) printNote(spent);
  const { code, message } = synthesisExit(asked);
  if (message !== null) printNote(`error: ${message}`);
  if (code !== 0) process.exitCode = code;
}
