import type { Command } from 'commander';
import { writeTexts } from '../files/write/write-texts.ts';
import { ENGLISH } from '../languages/words.ts';
import { count, decimal, money2 } from '../numbers.ts';
import { comparisonDocument } from '../operations/compare/report.ts';
import { evaluationDocument } from '../operations/evaluate/report.ts';
import { answerLines } from '../operations/rank/live-files.ts';
import { liveDocument } from '../operations/rank/live-report.ts';
import { itemsText, modelsOf } from '../operations/runs-list.ts';
import { stressDocument } from '../operations/stress/report.ts';
import { synthesisReport } from '../operations/synthesize/report.ts';
import { keptTable } from '../operations/synthesize/unfinished.ts';
import { documentText } from '../report/text.ts';
import type { RunSummary } from '../run/run-record.ts';
import { TOO_LONG } from '../scoring/absent.ts';
import { shellWord } from '../shell-word.ts';
import type { Store } from '../store/store.ts';
import type { ComparisonResult } from '../workflow/compare/comparison-result.ts';
import type { EvaluationResult } from '../workflow/evaluation/evaluation-result.ts';
import { EVALUATION_FORMAT } from '../workflow/evaluation/evaluation-run.ts';
import { knownRun } from '../workflow/known-run.ts';
import type { LiveResult } from '../workflow/live/live-result.ts';
import { pretestOfRun } from '../workflow/live/pretest-of-run.ts';
import { SERIES_FORMAT } from '../workflow/series/kept-series.ts';
import { STRESS_FORMAT } from '../workflow/stress/stress-job.ts';
import type { StressResult } from '../workflow/stress/stress-result.ts';
import { keptByModel } from '../workflow/synthesis/kept-by-model.ts';
import { isSynthesisResult, NO_SESSION } from '../workflow/synthesis/synthesis-outcome.ts';
import type { SynthesisResult } from '../workflow/synthesis/synthesis-result.ts';
import { SYNTHESIS_FORMAT, TRIAL_FORMAT } from '../workflow/synthesis/synthesis-run.ts';
import { addOperations } from './named-command.ts';
import {
  addDatabaseOption,
  type DatabaseOptions,
  databaseArgument,
  readStore,
} from './options/database-option.ts';
import { wholeNumber } from './options/options.ts';
import { printText } from './output/typed-commands.ts';

interface RunsOptions extends DatabaseOptions {
  readonly json?: boolean;
  readonly out?: string;
  readonly outputs?: boolean;
}

const EXAMPLES = `
Examples:
  thetarank runs list
  thetarank runs show 3
  thetarank runs answers 3 --outputs --out answers.jsonl
  thetarank runs explanations 3`;

/** Lines of models at most. */
const MOST_LINES = 60;

/** `thetarank runs`: what `rank --model`, `evaluate`, `compare`, `series` and `calibrate synthesize` have kept. */
export async function addRunsCommand(program: Command): Promise<void> {
  const runs = program
    .command('runs')
    .description(
      'Show the kept runs of rank --model, evaluate, stress, compare, series and calibrate synthesize: their results, and every answer.',
    )
    .addHelpText('after', EXAMPLES);
  await addOperations(runs, ['runs list']);
  addDatabaseOption(runs.command('show').description('Show the result of a run.'))
    .argument('<run>', 'its number', wholeNumber(1))
    .option('--json', 'print JSON')
    .action(showRun);
  addDatabaseOption(
    runs
      .command('answers')
      .description('Print the answers of a run as JSON Lines, by model and place.'),
  )
    .argument('<run>', 'its number', wholeNumber(1))
    .option('--outputs', 'include the text of the answers, which may repeat the questions')
    .option(
      '--out <file>',
      'write them there instead of printing them; never leaves a partial file',
    )
    .action(printAnswers);
  await addOperations(runs, ['runs explanations']);
}

async function showRun(id: number, options: RunsOptions): Promise<void> {
  await readStore(options, async (store) => {
    const run = await knownRun(store, id);
    const result = (await store.summaryOf(id)) as
      | LiveResult
      | SynthesisResult
      | ComparisonResult
      | EvaluationResult
      | StressResult
      | null;
    if (options.json === true)
      return console.log(JSON.stringify(result ?? (await unfinished(store, run)), null, 2));
    if (isSynthesisResult(result))
      return printText(
        documentText(
          synthesisReport(
            { ...result, ...NO_SESSION, database: store.location },
            null,
            databaseArgument(store.location),
          ),
        ),
      );
    if (result?.version === 'evaluation-1')
      return printText(
        documentText(
          evaluationDocument(
            { ...result, sessionCost: 0, database: store.location },
            {
              ...{ t: ENGLISH, reader: 'caller', where: databaseArgument(store.location) },
              byTag: true,
            },
          ),
        ),
      );
    if (result?.version === 'stress-1')
      return printText(
        documentText(
          stressDocument(result, {
            ...{ t: ENGLISH, reader: 'caller', where: databaseArgument(store.location) },
          }),
        ),
      );
    if (result !== null && 'kind' in result && result.kind === 'comparison')
      return printText(
        documentText(
          comparisonDocument(result, {
            ...{ t: ENGLISH, reader: 'caller', where: databaseArgument(store.location) },
          }),
        ),
      );
    if (result !== null)
      return printText(
        documentText(
          liveDocument(
            result as LiveResult,
            { byTag: true },
            { t: ENGLISH, reader: 'caller', where: databaseArgument(store.location) },
          ),
        ),
      );
    if (isSeries(run))
      return printText(
        `Run ${id} keeps the answers of a series of checkpoints: ${count(run.answers)} answers.\n\nNext: thetarank series ${shellWord(String(run.configuration.series))} --bank ${shellWord(String(run.configuration.bank))}${databaseArgument(store.location)}`,
      );
    const heading = `Run ${id} on ${run.configuration.bank} is not finished: ${count(run.answers)} answers kept${run.cost === 0 ? '' : `, cost ${money2(run.cost)}`}.`;
    const next = 'Next: to continue it, run the same command with --resume.';
    if (isOfSynthesis(run)) {
      const models = await keptByModel(modelsOf(run), store.answers(id, { texts: false }));
      return printText([heading, keptTable(models), next].join('\n\n'));
    }
    const models = await answersByModel(store, run);
    // Judges may have to grade its answers first.
    const isEvaluation = hasConditions(run);
    printText(heading);
    for (const { model, answers, right } of models.slice(0, MOST_LINES))
      printText(
        `  ${model}: ${count(answers)} of ${itemsText(run.configuration.items)} items${isEvaluation ? '' : `, ${decimal((100 * right) / Math.max(1, answers), 1)}% right so far`}`,
      );
    if (models.length > MOST_LINES)
      printText(`  … and ${count(models.length - MOST_LINES)} more (--json prints all)`);
    printText(`\n${next}`);
  });
}

async function printAnswers(id: number, options: RunsOptions): Promise<void> {
  await readStore(options, async (store) => {
    const { configuration } = await knownRun(store, id);
    const pretest = new Set(pretestOfRun(configuration)?.items.map(({ item }) => item));
    const lines = answerLines(store.answers(id), options.outputs === true, pretest);
    await writeTexts(options.out, lines);
    if (options.out !== undefined) printText(`Written to ${options.out}.`);
  });
}

/** Whether the examinees of a run are calls of models that debate. */
function isOfSynthesis(run: RunSummary): boolean {
  const { format } = run.configuration;
  return format === SYNTHESIS_FORMAT || format === TRIAL_FORMAT;
}

/** Whether the examinees of a run are checkpoints: more can always follow. */
function isSeries({ configuration }: RunSummary): boolean {
  return configuration.format === SERIES_FORMAT;
}

/** Whether its models answer under several conditions, and judges may grade the answers. */
function hasConditions({ configuration: { format } }: RunSummary): boolean {
  return format === EVALUATION_FORMAT || format === STRESS_FORMAT;
}

/** The kept part of an unfinished run. */
async function unfinished(store: Store, run: RunSummary) {
  const models = isOfSynthesis(run)
    ? await keptByModel(modelsOf(run), store.answers(run.id, { texts: false }))
    : await answersByModel(store, run);
  return { ...run, models };
}

/** How far each model of a ranking has come. */
async function answersByModel(store: Store, run: RunSummary) {
  const counts = new Map(modelsOf(run).map((model) => [model, { answers: 0, right: 0 }]));
  for await (const { examinee, score, reason } of store.answers(run.id, { texts: false })) {
    if (reason === TOO_LONG) continue;
    // Other conditions of an evaluation or a stress test, and judgements, are told apart in its result.
    if (hasConditions(run) && !counts.has(examinee)) continue;
    const own = counts.get(examinee) ?? { answers: 0, right: 0 };
    counts.set(examinee, { answers: own.answers + 1, right: own.right + score });
  }
  return [...counts].map(([model, own]) => ({ model, ...own }));
}
