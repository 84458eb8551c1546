import { z } from 'zod';
import { fail } from '../../errors.ts';
import { type ReadAnswers, readAnswers } from '../../files/answers/read-answers.ts';
import { taskNames } from '../../files/answers/task-names.ts';
import { responsesCsv, writeResponsesParquet } from '../../files/responses/write-responses.ts';
import { rejectsFile } from '../../files/write/rejects-file.ts';
import { writeTexts } from '../../files/write/write-texts.ts';
import { plural } from '../../numbers.ts';
import { FEWEST_RANKED } from '../../ranking/recorded-bank.ts';
import { scoredLines } from '../../report/scored-lines.ts';
import { doubtTexts, simulatedDoubts } from '../../scoring/doubts/examinee-doubts.ts';
import {
  ANSWER_FORMATS,
  type AnswerFormatName,
  answerFormat,
  answerFormatName,
  isAnswerFileWhole,
} from '../../workflow/bank/answer-formats.ts';
import { PARTIAL } from '../exit-codes.ts';
import { operation } from '../operation.ts';
import { filesArgument } from './file-options.ts';
import {
  countedRecords,
  isPartial,
  recordSections,
  rejectsPlace,
  watched,
} from './read-records.ts';

export const bankConvert = operation({
  name: 'bank convert',
  summary: 'Write the results of other programs as recorded answers, CSV or Parquet.',
  help: `
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
without an answer are left out, counted and listed. Two different scores of one model for one item end the command, and nothing is written.`,
  options: z.object({
    files: filesArgument('files, all of one format'),
    out: z
      .string()
      .describe('the file to write: CSV, or Parquet if it ends in .parquet')
      .meta({ value: 'file', file: 'out' }),
    format: z
      .enum(Object.keys(ANSWER_FORMATS) as AnswerFormatName[])
      .optional()
      .describe('format of the files (default: by the file name)')
      .meta({ value: 'name' }),
    model: z
      .string()
      .optional()
      .describe('the model that answered (default: as in the files)')
      .meta({ value: 'name' }),
    metric: z
      .string()
      .optional()
      .describe(
        'helm: the metric to score by, of 0 and 1 (default: exact_match, else quasi_exact_match); every-eval-ever: score (default) or is_correct',
      )
      .meta({ value: 'name' }),
    evaluation: z
      .string()
      .optional()
      .describe('every-eval-ever: the evaluation whose records count')
      .meta({ value: 'name' }),
    itemsFile: z
      .string()
      .optional()
      .describe(
        'swe-bench: the id of every task, one per line; those that a report does not name are not resolved',
      )
      .meta({ value: 'file', file: 'in' }),
    partial: z
      .boolean()
      .default(false)
      .describe('of a file that is cut off, convert the records before its end'),
    allOrNothing: z.boolean().default(false).describe('write nothing if any record is left out'),
    rejects: z
      .string()
      .optional()
      .describe('write the left-out records to this file, JSON Lines')
      .meta({ value: 'file', file: 'out' }),
  }),
  outputs: ['json'],
  doing: 'reading',
  async run({ files, itemsFile, out, rejects, partial, allOrNothing, ...given }, { progress }) {
    const open = watched(files, progress);
    const name = answerFormatName(given.format, files[0]);
    const tasks = itemsFile === undefined ? undefined : taskNames(itemsFile);
    const format = answerFormat(name, { ...given, tasks });
    const left = rejectsFile(rejects);
    let answers: ReadAnswers;
    try {
      answers = await readAnswers(files, format, {
        open: isAnswerFileWhole(name) ? (file) => file : open,
        rejected: left.add,
        mayBeCut: partial,
      });
    } finally {
      left.close();
    }
    if (allOrNothing) refuseRejected(answers);
    if (/\.parquet$/i.test(out)) await writeResponsesParquet(out, answers);
    else await writeTexts(out, [responsesCsv(answers)]);
    const { matrix, reports, scored, standIns } = answers;
    return {
      ...{ file: out, format: name, examinees: matrix.examinees.length },
      items: matrix.items.length,
      answers: matrix.scores.reduce((sum, score) => sum + Number(!Number.isNaN(score)), 0),
      ...{ reports, scored, standIns },
    };
  },
  json({ reports, scored: { metrics, otherMetrics, flipped }, ...written }) {
    const { files, ...counts } = countedRecords(reports);
    const by = metrics.length === 0 ? {} : { metrics, otherMetrics, flipped };
    return { ...written, ...counts, ...by, files };
  },
  exitCode: ({ reports }) => (isPartial(reports) ? PARTIAL : 0),
  report: (
    { file, examinees, items, answers, reports, scored, standIns = [] },
    { options: { rejects } },
  ) => ({
    lead: `${file}: ${plural(answers, 'answer')} of ${plural(examinees, 'model')} to ${plural(items, 'item')}.`,
    sections: [
      ...recordSections(reports, 'no recorded answers', rejectsPlace(rejects)),
      {
        paragraphs: [
          ...scoredLines(scored),
          ...doubtTexts(simulatedDoubts(standIns, standIns), 'fitted'),
        ],
      },
    ],
    next:
      examinees < FEWEST_RANKED
        ? `answers of ${plural(FEWEST_RANKED - examinees, 'more model')}, a ranking needs ${FEWEST_RANKED}; or thetarank bank record ${file} --to BANK`
        : `thetarank rank --responses ${file}`,
  }),
});

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
