import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { fail } from '../../errors.ts';
import { namesCsv, readStatedNames } from '../../files/boards/names-file.ts';
import { readBoard } from '../../files/boards/read-board.ts';
import { checkFolder, checkWritable, writeFileWhole } from '../../files/write/write.ts';
import type { ReportText } from '../../languages/words.ts';
import {
  compareRankings,
  proposeNames,
  type RankingComparison,
} from '../../workflow/agreement/compare-rankings.ts';
import { confidence, wholeNumber } from '../options/options.ts';
import { lateProgress } from '../output/late-progress.ts';
import { tell } from '../output/tell.ts';
import { agreementDocument } from './agreement-document.ts';

interface AgreementOptions {
  readonly names?: string;
  readonly namesOut?: string;
  readonly scoreColumn?: readonly string[];
  readonly questions?: readonly number[];
  readonly fileConfidence: number;
  readonly target: 'expected' | 'recorded';
  readonly confidence: number;
  readonly seed: number;
  readonly json?: boolean;
  readonly report?: string;
}

const EXAMPLES = `
Files: leaderboard.csv or result.json of rank, order and rank --model, an export of a leaderboard of the service, or any CSV with the
columns model and score. Such a CSV may have the error of each score: se, or low and high (--file-confidence), or questions, the number of
questions asked.

Examples:
  thetarank agreement ranking/leaderboard.csv other.csv
  thetarank agreement a.csv b.csv c.csv --questions 198,500,0 --report agreement.html
  thetarank agreement a.csv b.csv --names-out names.csv   (correct the column model, then:)
  thetarank agreement a.csv b.csv --names names.csv

Names are matched by letter case, separators, organisation and date; -instruct, -chat, sizes and versions tell models apart. What
fits several names is left out and listed. Intervals: docs/agreement.md.`;

/** `thetarank agreement`: rankings of the same models beside each other. */
export function addAgreementCommand(program: Command): void {
  program
    .command('agreement')
    .description(
      "How well do rankings agree? Kendall's τ, Spearman's ρ and Pearson's r of every two, with intervals that include the errors of both, and the models that disagree most.",
    )
    .argument('<files...>', 'two or more rankings')
    .option('--names <file>', 'names of models as you corrected them, CSV: file, name, model')
    .option('--names-out <file>', 'write the names with the models they are taken for, to correct')
    .option(
      '--score-column <names...>',
      'column of scores: one for all files, or one per file (default: score)',
    )
    .addOption(
      new Option(
        '--questions <a,b>',
        'number of questions behind the scores of each file, for a binomial error; 0 if not known',
      ).argParser(counts),
    )
    .option(
      '--file-confidence <p>',
      'confidence of low and high in CSV files from elsewhere',
      confidence,
      0.95,
    )
    .addOption(
      new Option(
        '--target <score>',
        'scores of results of thetarank: expected (on items like these) or recorded',
      )
        .choices(['expected', 'recorded'])
        .default('expected'),
    )
    .option('--confidence <p>', 'confidence of the intervals', confidence, 0.9)
    .option('--seed <n>', 'number that fixes all random choices', wholeNumber(0), 1)
    .option('--json', 'print JSON')
    .option('--report <file>', 'also write one HTML page there that can be sent to others')
    .addHelpText('after', EXAMPLES)
    .action(runAgreement);
}

async function runAgreement(files: readonly string[], options: AgreementOptions): Promise<void> {
  const { namesOut, report, target } = options;
  checkFiles(files, options);
  const outputs = [namesOut, report].filter((file) => file !== undefined);
  for (const file of outputs) checkFolder(file);
  checkWritable(outputs);
  const names = options.names === undefined ? null : readStatedNames(options.names);
  const boards = files.map((file, k) =>
    readBoard(file, {
      scoreColumn: perFile('--score-column', options.scoreColumn, files, k),
      questions: perFile('--questions', options.questions, files, k),
      confidence: options.fileConfidence,
      target,
    }),
  );
  // Before anything is compared: names that do not match may be why it fails.
  if (namesOut !== undefined) writeFileWhole(namesOut, namesCsv(proposeNames(boards, names)));
  const progress = lateProgress('drawing true scores');
  let comparison: RankingComparison;
  try {
    comparison = compareRankings(
      { boards, names, confidence: options.confidence, seed: options.seed },
      progress.reach,
    );
  } finally {
    progress.stop();
  }
  await tell(comparison, options, (reader, t) =>
    agreementDocument(
      comparison,
      reader === 'caller' ? nextStep(comparison, options) : t(CORRECT_NAMES),
      t,
    ),
  );
}

const CORRECT_NAMES =
  /*T*/ 'If names are matched wrongly, `thetarank agreement … --names-out names.csv` writes a list to correct.' satisfies ReportText;

/** @throws OPTION_INVALID, OPTIONS_CONFLICT */
function checkFiles(files: readonly string[], options: AgreementOptions): void {
  const paths = files.map((file) => resolve(file));
  if (files.length < 2 || new Set(paths).size < files.length)
    fail('OPTION_INVALID', {
      option: 'files',
      found: files.length < 2 ? 'one file' : 'the same file twice',
      accepted: 'two or more different rankings',
    });
  const { names, namesOut, report } = options;
  const inputs = [...files, ...(names === undefined ? [] : [names])].map((file) => resolve(file));
  for (const [option, out] of Object.entries({ '--names-out': namesOut, '--report': report }))
    if (out !== undefined && inputs.includes(resolve(out)))
      fail('OPTIONS_CONFLICT', {
        options: option,
        reason: `${out} is an input file. Choose another place to write to.`,
      });
}

/** The value of an option for one file: one for all, or one per file. @throws OPTION_INVALID */
function perFile<T>(
  option: string,
  values: readonly T[] | undefined,
  files: readonly string[],
  k: number,
): T | undefined {
  if (values === undefined) return undefined;
  if (values.length !== 1 && values.length !== files.length)
    fail('OPTION_INVALID', {
      option,
      found: `${values.length} values for ${files.length} files`,
      accepted: 'one value for all files, or one per file in their order',
    });
  return values.length === 1 ? values[0] : values[k];
}

/** Whole numbers separated by commas, in their order. */
function counts(text: string): number[] {
  const values = text.split(',').map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : -1));
  if (values.some((value) => value < 0 || !Number.isSafeInteger(value)))
    throw new InvalidArgumentError('Accepted: whole numbers separated by commas, such as 198,500.');
  return values;
}

function nextStep(
  { pairs }: RankingComparison,
  { names, namesOut, report }: AgreementOptions,
): string | undefined {
  const isOpen = pairs.some(({ unmatched }) => unmatched.some((side) => side.length > 0));
  const steps = [
    ...(namesOut !== undefined
      ? [`correct the column model of ${namesOut}, then the same with --names ${namesOut}`]
      : isOpen && names === undefined
        ? ['--names-out names.csv writes a list of names to correct']
        : []),
    ...(report === undefined ? ['--report agreement.html writes a page with charts'] : []),
  ];
  return steps.length === 0 ? undefined : steps.join('; or ');
}
