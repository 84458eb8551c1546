import { resolve } from 'node:path';
import type { Command } from 'commander';
import { fail } from '../../errors.ts';
import { type ReadAnswers, readAnswers } from '../../files/answers/read-answers.ts';
import { taskNames } from '../../files/answers/task-names.ts';
import { responsesCsv, writeResponsesParquet } from '../../files/responses/write-responses.ts';
import { checkFolder, checkWritable } from '../../files/write/write.ts';
import { plural } from '../../numbers.ts';
import { FEWEST_RANKED } from '../../ranking/recorded-bank.ts';
import {
  ANSWER_FORMATS,
  answerFormat,
  answerFormatName,
  isAnswerFileWhole,
} from '../../workflow/bank/answer-formats.ts';
import { scoredLines } from '../output/scored-lines.ts';
import { endedWork } from '../output/shown-work.ts';
import { printText } from '../output/typed-commands.ts';
import { writeTexts } from '../output/whole-file.ts';
import { countedRecords, endPartial, printCounts, printRejected } from './import-report.ts';
import { rejectsFile } from './rejects-file.ts';
import { readingProgress } from './watched-file.ts';

interface ConvertOptions {
  readonly out: string;
  readonly format?: string;
  readonly model?: string;
  readonly metric?: string;
  readonly evaluation?: string;
  readonly itemsFile?: string;
  readonly partial?: boolean;
  readonly allOrNothing?: boolean;
  readonly rejects?: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Formats:
${Object.entries(ANSWER_FORMATS)
  .map(([name, what]) => `  ${name.padEnd(15)} ${what}`)
  .join('\n')}

Examples:
  thetarank bank convert my-agent.run1.json other-agent.run1.json --format swe-bench --out answers.csv
  thetarank bank convert verified/*/results/results.json --items-file tasks.txt --out answers.csv
  thetarank bank convert runs/*/per_instance_stats.json --metric exact_match --out answers.parquet
  thetarank bank convert data/gsm8k/*/*/*_samples.jsonl --out answers.csv
  thetarank bank convert answers.csv --out answers.parquet

The result has the recorded answers of all files, CSV or (--out FILE.parquet) Parquet: thetarank rank --responses reads it. Records
without an answer are left out, counted and listed. Two different scores of one model for one item end the command, and nothing is written.`;

/** `thetarank bank convert`: results of other programs as recorded answers. */
export function addBankConvertCommand(bank: Command): void {
  bank
    .command('convert')
    .description('Write the results of other programs as recorded answers, CSV or Parquet.')
    .argument('<files...>', 'files, all of one format')
    .requiredOption('--out <file>', 'the file to write: CSV, or Parquet if it ends in .parquet')
    .option(
      '--format <name>',
      `${Object.keys(ANSWER_FORMATS).join(', ')} (default: by the file name)`,
    )
    .option('--model <name>', 'the model that answered (default: as in the files)')
    .option(
      '--metric <name>',
      'helm: the metric to score by, of 0 and 1 (default: exact_match, else quasi_exact_match); every-eval-ever: score (default) or is_correct',
    )
    .option('--evaluation <name>', 'every-eval-ever: the evaluation whose records count')
    .option(
      '--items-file <file>',
      'swe-bench: the id of every task, one per line; those that a report does not name are not resolved',
    )
    .option('--partial', 'of a file that is cut off, convert the records before its end')
    .option('--all-or-nothing', 'write nothing if any record is left out')
    .option('--rejects <file>', 'write the left-out records to this file, JSON Lines')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(runConvert);
}

async function runConvert(files: string[], options: ConvertOptions): Promise<void> {
  const { out, rejects } = options;
  const read = [...files, ...(options.itemsFile === undefined ? [] : [options.itemsFile])];
  checkOutputs(read, { '--out': out, '--rejects': rejects });
  const progress = readingProgress(files, 'reading');
  const name = answerFormatName(options.format, files[0]);
  const tasks = options.itemsFile === undefined ? undefined : taskNames(options.itemsFile);
  const { model, metric, evaluation } = options;
  const format = answerFormat(name, { model, metric, evaluation, tasks });
  const left = rejectsFile(rejects);
  let answers: ReadAnswers;
  try {
    answers = await endedWork(
      () =>
        readAnswers(files, format, {
          open: isAnswerFileWhole(name) ? (file) => file : progress.watch,
          rejected: left.add,
          mayBeCut: options.partial === true,
        }),
      progress.stop,
      'Interrupted.',
    );
  } finally {
    left.close();
  }
  if (options.allOrNothing === true) refuseRejected(answers);
  if (/\.parquet$/i.test(out)) await writeResponsesParquet(out, answers);
  else await writeTexts(out, [responsesCsv(answers)]);
  printConverted(answers, name, options);
  endPartial(answers.reports);
}

/** @throws OPTIONS_CONFLICT, FILE_UNWRITABLE */
function checkOutputs(
  read: readonly string[],
  outputs: Readonly<Record<string, string | undefined>>,
): void {
  const taken = new Map(read.map((file) => [resolve(file), `${file} is an input file`]));
  for (const [option, file] of Object.entries(outputs)) {
    if (file === undefined) continue;
    const reason = taken.get(resolve(file));
    if (reason !== undefined)
      fail('OPTIONS_CONFLICT', {
        options: option,
        reason: `${reason}. Choose another place to write to.`,
      });
    taken.set(resolve(file), `${file} is also the file of ${option}`);
    checkFolder(file);
    checkWritable([file]);
  }
}

function refuseRejected({ reports }: ReadAnswers): void {
  const report = reports.find(({ rejectedCount }) => rejectedCount > 0);
  if (report === undefined) return;
  const { file, rejected, rejectedCount } = report;
  fail('FILE_INVALID', {
    file,
    where: rejected[0].where,
    found: `${rejected[0].reason} (one of ${rejectedCount} records left out; nothing was written)`,
    accepted: 'recorded answers only; without --all-or-nothing other records are left out',
  });
}

function printConverted(
  { matrix, reports, scored }: ReadAnswers,
  format: string,
  { out, rejects, json }: ConvertOptions,
): void {
  const { examinees, items, scores } = matrix;
  const answers = scores.reduce((sum, score) => sum + Number(!Number.isNaN(score)), 0);
  if (json) {
    const data = { file: out, format, examinees: examinees.length, items: items.length, answers };
    const { files, ...counts } = countedRecords(reports);
    const { metrics, otherMetrics, flipped } = scored;
    const by = metrics.length === 0 ? {} : { metrics, otherMetrics, flipped };
    console.log(JSON.stringify({ ...data, ...counts, ...by, files }, null, 2));
    return;
  }
  printCounts(reports);
  printRejected(reports, rejects, 'no recorded answers');
  for (const line of scoredLines(scored)) printText(line);
  printText(
    `\nWritten to ${out}: ${plural(answers, 'answer')} of ${plural(examinees.length, 'model')} to ${plural(items.length, 'item')}.`,
  );
  printText(
    examinees.length < FEWEST_RANKED
      ? `Next: answers of ${plural(FEWEST_RANKED - examinees.length, 'more model')}, a ranking needs ${FEWEST_RANKED}; or thetarank bank record ${out} --to BANK`
      : `Next: thetarank rank --responses ${out}`,
  );
}
