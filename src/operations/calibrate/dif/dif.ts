import { z } from 'zod';
import {
  CORRECTIONS,
  type Correction,
  DIF_METHODS,
} from '../../../../calibration/diagnose/dif/find-dif.ts';
import { readFamilies } from '../../../files/responses/read-families.ts';
import { readResponses } from '../../../files/responses/read-responses.ts';
import { writeFileWhole } from '../../../files/write/write.ts';
import { requireBinary } from '../../../irt/require-binary.ts';
import { pickExaminees } from '../../../irt/responses.ts';
import { doubtTexts } from '../../../scoring/doubts/examinee-doubts.ts';
import { analyseDif } from '../../../workflow/calibration/analyse-dif.ts';
import { seed, wholeNumber } from '../../fields.ts';
import { type Context, operation } from '../../operation.ts';
import { difCsv, difJson } from './files.ts';
import { groupOptions, readGroupsOf } from './groups.ts';
import { difDocument } from './report.ts';
import { type DifReport, difWarnings } from './words.ts';

const TESTS = { group: 'Tests' };
const share = z.number().gt(0).lt(1);

const options = z.object({
  ...groupOptions,
  methods: z
    .array(z.enum(DIF_METHODS))
    .min(1)
    .default([...DIF_METHODS])
    .transform((given) => DIF_METHODS.filter((name) => given.includes(name)))
    .describe('tests to make')
    .meta(TESTS),
  correction: z
    .enum(Object.keys(CORRECTIONS) as Correction[])
    .default('benjamini-hochberg')
    .describe(
      'for the number of items: holm (any false flag), benjamini-hochberg (share of false flags)',
    )
    .meta({ ...TESTS, value: 'name' }),
  alpha: share
    .default(0.05)
    .describe('an item is flagged if its corrected p is below this')
    .meta({ ...TESTS, value: 'p' }),
  strata: wholeNumber(2)
    .optional()
    .describe('score strata of Mantel-Haenszel at most (default: one per ten examinees)')
    .meta(TESTS),
  maxIterations: wholeNumber(1)
    .default(10)
    .describe('rounds of purification at most; 1 for none')
    .meta(TESTS),
  arrangements: wholeNumber(99)
    .default(999)
    .describe('random arrangements of families')
    .meta(TESTS),
  contamination: z
    .boolean()
    .default(true)
    .describe('look for models that know hard items they should not')
    .meta(TESTS),
  hardBelow: share
    .default(0.5)
    .describe('items that a model has right with a lower probability are hard for it')
    .meta({ ...TESTS, value: 'p' }),
  seed: seed.meta(TESTS),
  out: z
    .string()
    .optional()
    .describe('write all items with all statistics there, CSV')
    .meta({ group: 'Results', value: 'file', file: 'out' }),
});
export type DifOptions = z.output<typeof options>;

/** Items that behave differently in two groups of examinees, and contamination. */
export const calibrateDif = operation({
  name: 'calibrate dif',
  summary:
    'Differential item functioning: items that are harder for one of two groups of models at equal ability, and models that know hard items they should not (contamination).',
  help: `
Examples:
  thetarank calibrate dif --responses answers.csv --examinees models.csv --group vendor --focal OpenAI --families models.csv
  thetarank calibrate dif --responses answers.csv --examinees models.csv --group released --split-date 2024-06-30 --report dif.html
  thetarank calibrate dif --responses answers.csv --examinees models.csv --group cutoff --items-file items.csv --item-date published
  thetarank calibrate dif --responses prompts.csv --group prompt --families models.csv --methods mantel-haenszel --correction holm --json

Groups: the values of a column; or before and from a date on (--split-date); or, item by item, models older than the item and models that
can have seen it (--item-date). For prompt variants, give the same model in both groups and name the model as its family.
Answers are 0 or 1, or empty.`,
  options,
  outputs: ['json', 'report'],
  run: findGroupDifferences,
  json: difJson,
  report: difDocument,
  async write(report, { options: { out } }) {
    if (out !== undefined) writeFileWhole(out, difCsv(report));
    return [];
  },
});

async function findGroupDifferences(options: DifOptions, context: Context): Promise<DifReport> {
  const { examinees, group, hardBelow, contamination, strata } = options;
  const responses = readResponses(options.responses, examinees === undefined ? [group] : []);
  const { matrix } = responses;
  requireBinary(matrix, options.responses, 'differential item functioning');
  const families =
    options.families === undefined
      ? responses.families
      : readFamilies(options.families, matrix.examinees);
  const { groups, rows, reference, focal } = readGroupsOf(responses, options);
  const request = {
    methods: options.methods,
    correction: options.correction,
    alpha: options.alpha,
    strata: strata ?? null,
    mostRounds: options.maxIterations,
    families: families && rows.map((i) => families[i]),
    arrangements: options.arrangements,
    seed: options.seed,
    hardBelow: contamination ? hardBelow : null,
    threads: 2,
  };
  const progress = context.fit();
  const analysis = analyseDif(pickExaminees(matrix, rows), groups, request, progress.note);
  progress.stop();
  const leftOut = matrix.examinees.length - rows.length;
  const report = {
    analysis,
    groups: { reference, focal },
    request,
    examinees: rows.length,
    leftOut,
  };
  for (const text of doubtTexts(analysis.doubts, 'grouped')) context.note(text);
  for (const warning of difWarnings(report)) context.note(`warning: ${warning}`);
  return report;
}
