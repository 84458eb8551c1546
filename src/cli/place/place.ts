import { join } from 'node:path';
import type { Command } from 'commander';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import {
  lmEvalModel,
  loggedIdentity,
  loggedModel,
} from '../../../item-bank/import/logs/lm-eval-model.ts';
import { identityCheck } from '../../../item-bank/import/logs/model-identity.ts';
import { isBenchmarkLog, readBenchmarkLogs } from '../../files/harness/benchmark-logs.ts';
import { fileBeginning } from '../../files/harness/file-beginning.ts';
import { readPromptfooLogs } from '../../files/harness/promptfoo-logs.ts';
import { isBatchResults } from '../../files/harness/read-batch-results.ts';
import { readHarnessSamples } from '../../files/harness/read-harness-samples.ts';
import { isPromptfoo } from '../../files/harness/read-promptfoo.ts';
import { checkWritable, writeFileWhole } from '../../files/write/write.ts';
import { placeModels, placeSteps } from '../../ranking/place-answers.ts';
import { notTakenLines } from '../../report/scored-lines.ts';
import { wordsOfReports } from '../../report/words-of-reports.ts';
import { logHints, patternWords } from '../../scoring/patterns/pattern-words.ts';
import { shellWord } from '../../shell-word.ts';
import { batchAnswers } from '../../workflow/bank/batch-answers.ts';
import { contentsOfBank } from '../../workflow/bank/content-of-bank.ts';
import { addFullScoreOption, readBank } from '../options/bank-source.ts';
import { builtinBank } from '../options/builtin-bank.ts';
import { addDatabaseOption, type DatabaseOptions, readStore } from '../options/database-option.ts';
import { wholeNumber } from '../options/options.ts';
import { printedAnyway } from '../output/printed-anyway.ts';
import { progressBar } from '../output/progress.ts';
import { printText } from '../output/typed-commands.ts';
import { placePage } from './place-page.ts';
import { type PlacedLog, placedTable, placeReport } from './place-report.ts';

interface PlaceOptions extends DatabaseOptions {
  readonly bank: string;
  readonly fullScore?: string;
  readonly name?: string;
  readonly filter?: string;
  readonly metric?: string;
  readonly seed: number;
  readonly json?: boolean;
  readonly out?: string;
  readonly report?: string;
}

const EXAMPLES = `
Examples:
  thetarank form --bank mmlu-pro --items 243 > samples.json
  lm_eval --model hf --model_args pretrained=MODEL --tasks mmlu_pro --samples samples.json --log_samples --output_path results
  thetarank place results/*/samples_mmlu_pro_*.jsonl --bank mmlu-pro --report placed.html
  thetarank place details/*/*/details_*mmlu_pro*.parquet --bank mmlu-pro   (lighteval)
  thetarank place results/MODEL/mmlu_pro_*.json --bank mmlu-pro            (OpenCompass, run with --dump-eval-details)
  thetarank place results.jsonl --bank mmlu-pro                            (a batch of form --format batch)

Results of lighteval and OpenCompass name no items: these are found by their question, options and key, of mmlu-pro and cruxeval-o.
Outputs of a batch are scored by the keys in the database, so the bank needs its text: thetarank bank attach.`;

/** The name of a model that neither its logs nor an option names. */
const UNNAMED = 'new model';

/** `thetarank place`: a new model placed among the recorded ones, from the log of a harness. */
export function addPlaceCommand(program: Command): void {
  const command = program
    .command('place')
    .description(
      'Place new models among the recorded ones from their answers: predict their scores on the whole bank, with intervals, from sample logs of lm-evaluation-harness, results of promptfoo, lighteval and OpenCompass, or results of a batch.',
    )
    .argument(
      '<files...>',
      'sample logs, written with --log_samples (results_….json beside them or their folder name the model), or results of promptfoo, lighteval (details_….parquet), OpenCompass (results/MODEL/DATASET.json with details) or a batch (JSON Lines)',
    )
    .requiredOption('--bank <name>', 'the built-in bank that was asked');
  addDatabaseOption(addFullScoreOption(command))
    .option('--name <model>', 'all logs are of one model with this name')
    .option('--filter <name>', 'the filter whose lines count, if the log has several')
    .option('--metric <name>', 'the metric to score by')
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .option('--json', 'print JSON')
    .option('--out <folder>', 'also write result.json there')
    .option('--report <file>', 'also write one HTML page there that can be sent to others')
    .addHelpText('after', EXAMPLES)
    .action(place);
}

async function place(files: readonly string[], options: PlaceOptions): Promise<void> {
  const { out, report } = options;
  checkWritable([
    ...(out === undefined ? [] : [join(out, 'result.json')]),
    ...(report === undefined ? [] : [report]),
  ]);
  const builtin = builtinBank(
    options.bank,
    'answers of a model to a bank of your own are recorded instead: thetarank bank record results.json --to NAME (CSV, or results of promptfoo)',
  );
  const { bank: recorded } = await readBank(options);
  const bank = { ...builtin, fullScore: recorded.fullScore };
  const { filter, metric } = options;
  const promptfoo = files.filter((file) => isPromptfoo(fileBeginning(file)));
  const benchmark = files.filter((file) => !promptfoo.includes(file) && isBenchmarkLog(file));
  const batches = files.filter((file) => isBatchResults(fileBeginning(file)));
  const named = [...promptfoo, ...benchmark, ...batches];
  const samples = files.filter((file) => !named.includes(file));
  const logs = [
    ...(samples.length === 0 ? [] : [...byModel(samples, options)]).map(([model, own]) => ({
      model,
      ...readHarnessSamples(own, bank, { filter, metric }),
    })),
    ...readPromptfooLogs(promptfoo, bank, options.name).map((log) => ({ ...log, patterns: [] })),
    ...(benchmark.length === 0
      ? []
      : await readBenchmarkLogs(
          benchmark,
          { ...bank, find: contentsOfBank(bank) },
          { name: options.name, metric },
        )
    ).map((log) => ({ ...log, patterns: [] })),
    ...(batches.length === 0
      ? []
      : await readStore(options, (store) => batchAnswers(store, bank, batches, options.name))),
  ];
  const progress = progressBar();
  progress.start(placeSteps(logs), 'estimating');
  let placed: PlacedLog[];
  try {
    const placements = placeModels(bank, logs, options.seed, (doing) => progress.advance(doing));
    placed = placements.map((placement, m) => {
      const { patterns, report: log } = logs[m];
      return { ...placement, patterns, log };
    });
  } finally {
    progress.stop();
  }
  const json = JSON.stringify(placed.length === 1 ? placed[0] : { models: placed }, null, 2);
  const write = async () => {
    if (report !== undefined) writeFileWhole(report, await placePage(placed, wordsOfReports()));
    if (out === undefined) return [];
    const file = join(out, 'result.json');
    writeFileWhole(file, `${json}\n`);
    return [file];
  };
  await printedAnyway(write, (written) => {
    if (options.json) {
      console.log(json);
      return;
    }
    printText(placed.length === 1 ? placeReport(placed[0]) : placedTable(placed));
    for (const one of placed) printNotes(one, placed.length > 1);
    printText(`\n${placeNext(placed, options, written)}`);
  });
}

/** What was written, and what to do with a placement. */
function placeNext(
  placed: readonly PlacedLog[],
  { bank, report }: PlaceOptions,
  written: readonly string[] | null,
): string {
  const size = loadBuiltinBank(bank).items.length;
  const most = Math.max(...placed.map(({ items }) => items));
  const isWritten = written !== null && report !== undefined;
  const more = Math.min(2 * most, size);
  const steps = [
    ...(isWritten ? [] : ['--report placed.html writes this as a page that can be sent to others']),
    ...(more > most
      ? [`more answers narrow the intervals: thetarank form --bank ${bank} --items ${more}`]
      : []),
  ];
  return [
    ...(written ?? []).map((file) => `Written to ${file}.`),
    ...(isWritten ? [`Report: ${report}`] : []),
    ...(steps.length === 0 ? [] : [`Next: ${steps.join('; or ')}`]),
  ].join('\n');
}

/** The logs of each model, in their order. @throws OPTION_INVALID where only some files tell their model, or two models have one name */
function byModel(
  files: readonly string[],
  { name, bank }: Pick<PlaceOptions, 'name' | 'bank'>,
): Map<string, string[]> {
  if (name !== undefined) return new Map([[name, [...files]]]);
  const check = identityCheck(
    '--name',
    (file, model) => `thetarank place ${shellWord(file)} --bank ${bank} --name ${shellWord(model)}`,
  );
  const isNamed = files.some((file) => loggedModel(file) !== null);
  const byName = new Map<string, string[]>();
  for (const file of files) {
    const model = isNamed ? lmEvalModel(file, '--name') : UNNAMED;
    check(model, loggedIdentity(file), file);
    const own = byName.get(model);
    if (own === undefined) byName.set(model, [file]);
    else own.push(file);
  }
  return byName;
}

/** What is to be known of how a model's answers were read. */
function printNotes({ model, patterns, log }: PlacedLog, areSeveral: boolean): void {
  const whose = areSeveral ? `${model}: ` : '';
  for (const pattern of patterns) printText(`\n${whose}${patternWords(pattern, logHints())}`);
  if (log.disagreeing > 0)
    printText(
      `\n${whose}On ${log.disagreeing} lines the doc_id differs from the position of the document; the document counts.`,
    );
  const left = log.lines - log.accepted;
  printText(
    `\n${whose}Read ${log.lines} lines: ${log.accepted} answers by ${log.metric}${left === 0 ? '.' : `; left out: ${log.duplicates} repeated, ${log.unknown} of other items, ${log.otherFilter} of other filters.`}`,
  );
  const { metric, otherMetrics = [], flipped = [] } = log;
  for (const line of notTakenLines({ metrics: [metric], otherMetrics, flipped, limits: {} }))
    printText(`${whose}${line}`);
}
