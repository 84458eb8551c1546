import { z } from 'zod';
import { DEFAULT_BOUNDS } from '../../cat/bank.ts';
import { hasCategoryParameters } from '../../files/items/read-category-parameters.ts';
import { readResponses } from '../../files/responses/read-responses.ts';
import { toCsv } from '../../files/write/write.ts';
import { ESTIMATORS, STANDARD_NORMAL } from '../../irt/estimate/estimate.ts';
import { scoreExaminees } from '../../irt/score-examinees.ts';
import { count } from '../../numbers.ts';
import { parametersOf } from '../../workflow/parameters-of.ts';
import { bounds, normalPrior } from '../fields.ts';
import { type Context, operation } from '../operation.ts';
import { knownError, type ScoredWithPrediction, scoreCategories } from './score-categories.ts';
import type { ScoredExaminee } from './scored-examinee.ts';

const COLUMNS = ['examinee', 'ability', 'se', 'atBound', 'answers'] as const;
const CATEGORY_COLUMNS = [...COLUMNS, 'score', 'scoreSe'] as const;

const options = z
  .object({
    parameters: z
      .string()
      .describe('item parameters, CSV: item,a,b,c,d, or those of items with several categories')
      .meta({ value: 'file', file: 'in' }),
    responses: z
      .string()
      .describe(
        'recorded answers, CSV: examinee, then one column per item; of nominal items examinee,item,choice',
      )
      .meta({ value: 'file', file: 'in' }),
    estimator: z
      .enum(ESTIMATORS)
      .default('eap')
      .describe('estimator of ability')
      .meta({ value: 'name' }),
    prior: normalPrior
      .optional()
      .describe('prior of ability for map and eap (default: normal:0:1)'),
    bounds: bounds
      .optional()
      .describe(`lowest and highest ability (default: ${DEFAULT_BOUNDS.join(':')})`),
  })
  .refine(({ estimator, prior }) => prior === undefined || usesPrior(estimator), {
    path: ['estimator', 'prior'],
    error: 'only map and eap use a prior. Remove one of the options.',
  });
type ScoreOptions = z.output<typeof options>;

const usesPrior = (estimator: string) => estimator === 'map' || estimator === 'eap';

export const score = operation({
  name: 'score',
  summary: 'Estimate the ability of every examinee from recorded answers and item parameters.',
  help: `
Examples:
  thetarank score --parameters items.csv --responses answers.csv > abilities.csv
  thetarank score --parameters items.csv --responses answers.csv --estimator wle --bounds -4:4 --out abilities.csv

Items with several categories, from calibrate fit --irt-model graded, gpcm, beta, nominal or auto, also give the score on all items of the
file of parameters with its standard error, in points: answered items as they were answered, the others as expected at the ability.

P = c + (d − c) / (1 + exp(−a(θ − b))), without a factor 1.7; c is 0 and d is 1 if the file has no such column.
The standard error is empty if the answers say nothing about the ability. For an examinee without answers, map and eap
give the prior, ml and wle an empty ability.`,
  options,
  outputs: ['json', 'out'],
  doing: 'estimating',
  async run(given, context) {
    const { estimator, prior = STANDARD_NORMAL, bounds: range = DEFAULT_BOUNDS } = given;
    const settings = { estimator, prior, bounds: range };
    const examinees = hasCategoryParameters(given.parameters)
      ? scoreCategories(given, settings, context)
      : scoreBinary(given, settings, context);
    return { ...settings, prior: usesPrior(estimator) ? prior : null, examinees };
  },
  text({ examinees }) {
    const isGraded = examinees.some((one) => 'score' in one);
    const columns: readonly string[] = isGraded ? CATEGORY_COLUMNS : COLUMNS;
    return toCsv(
      columns,
      examinees.map((one) => columns.map((column) => one[column as keyof ScoredExaminee])),
    );
  },
  report: ({ estimator, examinees }, { out, options: { responses } }) =>
    out === undefined
      ? {}
      : {
          lead: `${count(examinees.length)} abilities by ${estimator}.`,
          next: `to see what a short adaptive test would give: thetarank rank --responses ${responses}`,
        },
});

function scoreBinary(
  files: ScoreOptions,
  settings: Parameters<typeof scoreExaminees>[2],
  { note, progress }: Pick<Context, 'note' | 'progress'>,
): (ScoredExaminee | ScoredWithPrediction)[] {
  const { examinees, items, scores } = readResponses(files.responses).matrix;
  const { parameters } = parametersOf(items, files, note);
  const result = scoreExaminees(parameters, scores, settings, progress);
  return examinees.map((examinee, i) => {
    const [ability, se] = [result.ability[i], result.se[i]];
    const atBound = result.atBound[i] === 1;
    return {
      examinee,
      ability: Number.isNaN(ability) ? null : ability,
      se: knownError({ se, atBound }, settings.bounds),
      atBound,
      answers: result.answers[i],
    };
  });
}
