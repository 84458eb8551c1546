import { z } from 'zod';
import { SPLITS } from '../../../../sim/post-hoc/splits.ts';
import { PRICED_STRATEGIES, STRATEGIES } from '../../../../sim/post-hoc/strategies.ts';
import { DEFAULT_BOUNDS } from '../../../cat/bank.ts';
import { UNMIXED } from '../../../cat/estimate-so-far.ts';
import { ESTIMATORS } from '../../../irt/estimate/estimate.ts';
import {
  bounds,
  fileOf,
  normalPrior,
  seed,
  shortText,
  wholeNumber,
  wholeNumbers,
} from '../../fields.ts';
import { COSTS_MISSING, itemCosts } from '../../item-costs.ts';
import { recordedBank } from '../../recorded-bank.ts';
import { rule } from '../rules.ts';

const TESTS = { group: 'The tests' };
const GIVEN = { group: 'Given item parameters (with --responses)' };
const RESULTS = { group: 'Results' };
export const LENGTHS = [30, 100, 243];
export const DEFAULT_STRATEGIES = ['random', 'random-irt', 'paper', 'robust'];
export const FOLDS = 5;
export const SEEDS = 5;

/** Options of tests on given item parameters, */
const GIVEN_ONLY = [
  ...['estimator', 'selector', 'stopping', 'start', 'prior', 'bounds', 'unmixed', 'steps'],
] as const;
/** and those of tests on calibrations. */
const CALIBRATED_ONLY = [
  ...['bank', 'families', 'strategies', 'split', 'folds', 'calibrationModels', 'compare'],
  ...['seeds', 'plot', 'costs', 'maxCost'],
] as const;

const fields = z.object({
  ...recordedBank,
  lengths: wholeNumbers(1)
    .optional()
    .describe(
      `items per test (default: ${LENGTHS.join(',')}, up to the size of the bank; with --max-cost no limit)`,
    )
    .meta(TESTS),
  strategies: z
    .array(shortText)
    .min(1)
    .optional()
    .describe(
      `of ${Object.keys(STRATEGIES).join(', ')} (default: ${DEFAULT_STRATEGIES.join(',')}; with --costs ${PRICED_STRATEGIES.join(',')})`,
    )
    .meta(TESTS),
  split: z
    .enum(SPLITS)
    .optional()
    .describe(
      'models that a calibration leaves out: whole families (family, the default), single models (random), or the strongest fifth (strongest)',
    )
    .meta({ ...TESTS, value: 'rule' }),
  folds: wholeNumber(2)
    .optional()
    .describe(
      `number of parts that the models are divided into (--split family or random); at most the number of families (default: ${FOLDS})`,
    )
    .meta(TESTS),
  calibrationModels: wholeNumber(2)
    .optional()
    .describe('calibrate on only this many of the models outside a fold, drawn at random')
    .meta(TESTS),
  compare: z
    .array(shortText)
    .refine(([one, two, ...more]) => two !== undefined && one !== two && more.length === 0, {
      error: 'two strategies, such as paper,random-irt',
    })
    .optional()
    .describe(
      'compare strategies a and b: ratio of their errors and difference of their τ, with intervals over families',
    )
    .meta(TESTS),
  seeds: wholeNumber(1)
    .optional()
    .describe(`number of repetitions, each with its own folds and draws (default: ${SEEDS})`)
    .meta(TESTS),
  seed: seed.meta(TESTS),
  ...itemCosts,
  parameters: z
    .string()
    .optional()
    .describe(
      'item parameters, CSV: item,a,b,c,d; items are matched by name; flagged items are asked too',
    )
    .meta({ ...GIVEN, value: 'file', file: 'in' }),
  estimator: z
    .enum(ESTIMATORS)
    .optional()
    .describe('estimator of ability (default: ml)')
    .meta({ ...GIVEN, value: 'name' }),
  selector: rule
    .optional()
    .describe('how items are chosen, such as randomesque:best=10 (default: maximum-information)')
    .meta({ ...GIVEN, value: 'rule' }),
  stopping: rule
    .optional()
    .describe(
      'when a test ends before its length, such as standard-error:below=0.3:least=10 (default: length)',
    )
    .meta({ ...GIVEN, value: 'rule' }),
  start: z
    .number()
    .optional()
    .describe('ability for which the first item is chosen (default: 0)')
    .meta({ ...GIVEN, value: 'ability' }),
  prior: normalPrior
    .optional()
    .describe(
      'prior of ability for map and eap, and for ml as long as the likelihood has no maximum (default: normal:0:1)',
    )
    .meta(GIVEN),
  bounds: bounds
    .optional()
    .describe(`lowest and highest ability (default: ${DEFAULT_BOUNDS.join(':')})`)
    .meta(GIVEN),
  unmixed: z
    .enum(UNMIXED)
    .optional()
    .describe(
      'estimate of ml as long as all answers are right or all are wrong: eap, or the bound of ability as in catR (default: eap)',
    )
    .meta({ ...GIVEN, value: 'rule' }),
  out: z
    .string()
    .optional()
    .describe(
      'also write the results there: CSV (without the comparison) if the name ends in .csv, else JSON',
    )
    .meta({ ...RESULTS, value: 'file', file: 'out' }),
  plot: fileOf('svg')
    .optional()
    .describe('also draw error, τ, coverage and width of intervals against the number of items')
    .meta(RESULTS),
  steps: fileOf('csv')
    .optional()
    .describe(
      'with --parameters: also write every item asked, with its answer and the ability after it',
    )
    .meta(RESULTS),
});

export const postHocOptions = fields.superRefine((given, { addIssue }) => {
  const conflict = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
  const isGiven = given.parameters !== undefined;
  for (const name of isGiven ? CALIBRATED_ONLY : GIVEN_ONLY)
    if (given[name] !== undefined)
      conflict(
        ['parameters', name],
        isGiven
          ? 'the second only works with calibrations that thetarank makes. Leave one of the options out.'
          : 'the second only works with the first, for tests on given item parameters. Give both, or leave both out.',
      );
  if (isGiven && given.responses === undefined)
    conflict(['parameters', 'responses'], 'add the recorded answers to these items.');
  if (given.maxCost !== undefined && given.costs === undefined)
    conflict(['maxCost', 'costs'], COSTS_MISSING);
});
export type PostHocOptions = z.output<typeof postHocOptions>;
