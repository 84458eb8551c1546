import { join } from 'node:path';
import type { Command } from 'commander';
import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { readHarnessSamples } from '../../files/harness/read-harness-samples.ts';
import { checkWritable, writeFileWhole } from '../../files/write/write.ts';
import { PLACE_STEPS, placeAnswers } from '../../ranking/place-answers.ts';
import { LOG_HINTS, patternWords } from '../../scoring/patterns/pattern-words.ts';
import { addFullScoreOption, readBank } from '../options/bank-source.ts';
import { wholeNumber } from '../options/options.ts';
import { printedAnyway } from '../output/printed-anyway.ts';
import { progressBar } from '../output/progress.ts';
import { printText } from '../output/typed-commands.ts';
import { placeReport } from './place-report.ts';

interface PlaceOptions {
  readonly bank: string;
  readonly fullScore?: string;
  readonly name: string;
  readonly filter?: string;
  readonly metric?: string;
  readonly seed: number;
  readonly json?: boolean;
  readonly out?: string;
}

const EXAMPLES = `
Examples:
  thetarank form --bank mmlu-pro --items 243 > samples.json
  lm_eval --model hf --model_args pretrained=MODEL --tasks mmlu_pro --samples samples.json --log_samples --output_path results
  thetarank place results/*/samples_mmlu_pro_*.jsonl --bank mmlu-pro --name MODEL`;

/** `thetarank place`: a new model placed among the recorded ones, from the log of a harness. */
export function addPlaceCommand(program: Command): void {
  const command = program
    .command('place')
    .description(
      'Place a new model among the recorded ones from its answers: predict its score on the whole bank, with an interval, from sample logs of lm-evaluation-harness.',
    )
    .argument('<files...>', 'sample logs of one model, written with --log_samples')
    .requiredOption('--bank <name>', 'the built-in bank that was asked');
  addFullScoreOption(command)
    .option('--name <model>', 'name of the model', 'new model')
    .option('--filter <name>', 'the filter whose lines count, if the log has several')
    .option('--metric <name>', 'the metric to score by')
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .option('--json', 'print JSON')
    .option('--out <folder>', 'also write result.json there')
    .addHelpText('after', EXAMPLES)
    .action(place);
}

async function place(files: readonly string[], options: PlaceOptions): Promise<void> {
  const { out } = options;
  if (out !== undefined) checkWritable([join(out, 'result.json')]);
  const builtin = loadBuiltinBank(options.bank);
  const { bank: recorded } = await readBank(options);
  const bank = { ...builtin, fullScore: recorded.fullScore };
  const { answers, report, patterns } = readHarnessSamples(files, bank, {
    filter: options.filter,
    metric: options.metric,
  });
  const progress = progressBar();
  progress.start(PLACE_STEPS, 'estimating');
  let placement: ReturnType<typeof placeAnswers>;
  try {
    placement = placeAnswers(bank, options.name, answers, options.seed, (doing) =>
      progress.advance(doing),
    );
  } finally {
    progress.stop();
  }
  const json = JSON.stringify({ ...placement, patterns, log: report }, null, 2);
  const write = () => {
    if (out === undefined) return null;
    const file = join(out, 'result.json');
    writeFileWhole(file, `${json}\n`);
    return file;
  };
  await printedAnyway(write, (written) => {
    if (options.json) {
      console.log(json);
      return;
    }
    printText(placeReport(placement));
    for (const pattern of patterns) printText(`\n${patternWords(pattern, LOG_HINTS)}`);
    if (written !== null) printText(`\nWritten to ${written}.`);
    if (report.disagreeing > 0)
      printText(
        `\nOn ${report.disagreeing} lines the doc_id differs from the position of the document; the document counts.`,
      );
    const left = report.lines - report.accepted;
    printText(
      `\nRead ${report.lines} lines: ${report.accepted} answers by ${report.metric}${left === 0 ? '.' : `; left out: ${report.duplicates} repeated, ${report.unknown} of other items, ${report.otherFilter} of other filters.`}`,
    );
  });
}
