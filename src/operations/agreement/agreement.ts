import { z } from 'zod';
import { fail } from '../../errors.ts';
import { namesCsv, readStatedNames } from '../../files/boards/names-file.ts';
import { readBoard } from '../../files/boards/read-board.ts';
import { writeFileWhole } from '../../files/write/write.ts';
import {
  compareRankings,
  proposeNames,
  type RankingComparison,
} from '../../workflow/agreement/compare-rankings.ts';
import { confidence, seed } from '../fields.ts';
import { operation } from '../operation.ts';
import { agreementDocument } from './report.ts';

const FILES = { group: 'Files' };

const options = z.object({
  files: z
    .array(z.string())
    .describe('two or more rankings')
    .meta({ isArgument: true, file: 'in' })
    .refine((files) => files.length > 1, { error: 'two or more different rankings' }),
  names: z
    .string()
    .optional()
    .describe('names of models as you corrected them, CSV: file, name, model')
    .meta({ ...FILES, value: 'file', file: 'in' }),
  namesOut: z
    .string()
    .optional()
    .describe('write the names with the models they are taken for, to correct')
    .meta({ ...FILES, value: 'file', file: 'out' }),
  scoreColumn: z
    .array(z.string())
    .optional()
    .describe('column of scores: one for all files, or one per file (default: score)')
    .meta({ ...FILES, value: 'names', isVariadic: true }),
  questions: z
    .array(z.int().min(0))
    .optional()
    .describe(
      'number of questions behind the scores of each file, for a binomial error; 0 if not known',
    )
    .meta(FILES),
  fileConfidence: confidence(0.95)
    .describe('confidence of low and high in CSV files from elsewhere')
    .meta(FILES),
  target: z
    .enum(['expected', 'recorded'])
    .default('expected')
    .describe('scores of results of thetarank: expected (on items like these) or recorded')
    .meta({ ...FILES, value: 'score' }),
  confidence: confidence(0.9).describe('confidence of the intervals').meta({ group: 'Results' }),
  seed: seed.meta({ group: 'Results' }),
});
export type AgreementOptions = z.output<typeof options>;

export const agreement = operation({
  name: 'agreement',
  summary:
    "How well do rankings agree? Kendall's τ, Spearman's ρ and Pearson's r of every two, with intervals that include the errors of both, and the models that disagree most.",
  help: `
Files: leaderboard.csv or result.json of rank, order and rank --model, an export of a leaderboard of the service, or any CSV with the
columns model and score. Such a CSV may have the error of each score: se, or low and high (--file-confidence), or questions, the number of
questions asked.

Examples:
  thetarank agreement ranking/leaderboard.csv other.csv
  thetarank agreement a.csv b.csv c.csv --questions 198,500,0 --report agreement.html
  thetarank agreement a.csv b.csv --names-out names.csv   (correct the column model, then:)
  thetarank agreement a.csv b.csv --names names.csv

Names are matched by letter case, separators, organisation and date; -instruct, -chat, sizes and versions tell models apart. What
fits several names is left out and listed. Intervals: docs/agreement.md.`,
  options,
  doing: 'drawing true scores',
  async run(given, { progress }): Promise<RankingComparison> {
    const { files, namesOut, target } = given;
    const names = given.names === undefined ? null : readStatedNames(given.names);
    const boards = files.map((file, k) =>
      readBoard(file, {
        scoreColumn: perFile('scoreColumn', given.scoreColumn, files, k),
        questions: perFile('questions', given.questions, files, k),
        confidence: given.fileConfidence,
        target,
      }),
    );
    // Before anything is compared: names that do not match may be why it fails.
    if (namesOut !== undefined) writeFileWhole(namesOut, namesCsv(proposeNames(boards, names)));
    const { confidence, seed } = given;
    return compareRankings({ boards, names, confidence, seed }, progress);
  },
  report: agreementDocument,
});

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
