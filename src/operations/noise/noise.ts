import { basename } from 'node:path';
import { z } from 'zod';
import { fail } from '../../errors.ts';
import { readRepeats } from '../../files/repeats/read-repeats.ts';
import { type NoiseReport, noiseReport } from '../../noise/noise-report.ts';
import { plural } from '../../numbers.ts';
import { type AskedEvaluation, runRepeats } from '../../workflow/noise/run-repeats.ts';
import { confidence, positiveNumber, wholeNumber, wholeNumbers } from '../fields.ts';
import { operation } from '../operation.ts';
import { noiseDocument } from './report.ts';

const ANSWERS = { group: 'Answers' };
const PLAN = { group: 'Plan' };
const SEVERAL = { group: 'Several answers to an item' };

const options = z
  .object({
    file: z
      .string()
      .optional()
      .describe('answers with repeats, CSV or JSON Lines')
      .meta({ isArgument: true, file: 'in' }),
    run: wholeNumber(1).optional().describe('instead of a file: a run of evaluate').meta(ANSWERS),
    bankSize: wholeNumber(1)
      .optional()
      .describe('items of the bank that scores stand for (default: all items like those asked)')
      .meta(PLAN),
    fixedConditions: z
      .boolean()
      .default(false)
      .describe('the conditions asked are all that matter, not a sample of others')
      .meta(PLAN),
    repeatPrice: positiveNumber
      .default(1)
      .describe('price of a repeat, where a first answer to an item costs 1')
      .meta({ ...PLAN, value: 'share' }),
    answersPerModel: positiveNumber
      .optional()
      .describe('what the plan may cost per model, in first answers (default: as in the data)')
      .meta(PLAN),
    error: positiveNumber
      .optional()
      .describe('instead: the cheapest plan with at most this standard error of a difference')
      .meta({ ...PLAN, value: 'points' }),
    pass: z
      .number()
      .gt(0)
      .max(1)
      .default(1)
      .describe('smallest score that passes')
      .meta({ ...SEVERAL, value: 'score' }),
    k: wholeNumbers(1)
      .optional()
      .describe(
        'numbers of answers for pass@k (default: powers of two up to the number of repeats)',
      )
      .meta(SEVERAL),
    confidence: confidence(0.9).describe('confidence of the intervals').meta({ group: 'Results' }),
  })
  .refine(({ file, run }) => (file === undefined) !== (run === undefined), {
    path: ['file', 'run'],
    error: 'give a file of answers, or the number of a run of evaluate.',
  })
  .refine(({ answersPerModel, error }) => answersPerModel === undefined || error === undefined, {
    path: ['answersPerModel', 'error'],
    error: 'use only one of them.',
  });
export type NoiseOptions = z.output<typeof options>;

export interface NoiseResult extends NoiseReport {
  readonly source: {
    readonly name: string;
    /** Answers without a score: not counted. */
    readonly withoutScore: number;
    /** Columns of the file that were not read. */
    readonly ignoredColumns: readonly string[];
    /** Of an evaluation: what was asked of whom. */
    readonly asked: AskedEvaluation | null;
  };
}

/** The share of the time that reading takes. */
const READ = 0.6;

export const noise = operation({
  name: 'noise',
  summary:
    'How noisy are answers? Variance of scores by model, item, condition and repeat; how often single answers change; pass@k; and which design is worth its price.',
  help: `
File: one answer per row, CSV or JSON Lines (.jsonl), with the columns model, item and score (0 to 1), and optionally condition, prompt,
temperature, repeat and answer. Rows of the same model, item and condition are repeats.

Examples:
  thetarank noise answers.csv
  thetarank noise answers.csv --bank-size 500 --answers-per-model 2000      (where they are best spent)
  thetarank noise answers.csv --error 1.5 --repeat-price 0.4     (the cheapest design; repeats are cheaper by caching)
  thetarank noise answers.jsonl --k 1,5,10 --report noise.html
  thetarank noise --run 7                                        (a run of evaluate with --repeats)

What the figures are about: docs/noise.md.`,
  options,
  database: 'existing',
  doing: 'reading and estimating',
  async run(given, { store, progress }): Promise<NoiseResult> {
    const { file, run, bankSize = null } = given;
    const name = file === undefined ? `run ${run}` : basename(file);
    const ofRun = run === undefined ? null : await store((open) => runRepeats(open, run));
    const ofFile = ofRun === null ? readRepeats(file!) : null;
    const observations = ofRun ?? ofFile!;
    progress(READ);
    const items = observations.items.length;
    if (bankSize !== null && bankSize < items)
      fail('OPTION_INVALID', {
        option: 'bankSize',
        found: `${bankSize}`,
        accepted: `at least the ${plural(items, 'item')} of ${name}`,
      });
    const report = noiseReport(
      observations,
      {
        bankSize,
        areConditionsFixed: given.fixedConditions,
        repeatPrice: given.repeatPrice,
        budget: given.answersPerModel ?? null,
        error: given.error === undefined ? null : given.error / 100,
        pass: given.pass,
        ks: given.k ?? null,
        confidence: given.confidence,
      },
      (share) => progress(READ + (1 - READ) * share),
    );
    return {
      ...report,
      source: {
        name,
        withoutScore: observations.withoutScore,
        ignoredColumns: ofFile?.ignoredColumns ?? [],
        asked: ofRun?.asked ?? null,
      },
    };
  },
  report: noiseDocument,
});
