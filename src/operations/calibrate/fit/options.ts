import { z } from 'zod';
import { ABILITY_DISTRIBUTIONS } from '../../../../calibration/fit/marginal/fit-histogram.ts';
import { MODELS } from '../../../../calibration/fit/marginal/fit-marginal.ts';
import { SLOPES } from '../../../../calibration/fit/marginal/slopes.ts';
import { RUNGS } from '../../../../calibration/fit/rungs.ts';
import { CATEGORY_MODELS } from '../../../workflow/calibration/fit-categories.ts';
import { positiveNumber, seed, shortText, wholeNumber } from '../../fields.ts';
import { prior } from './prior.ts';

const ANSWERS = { group: 'Answers' };
const FILE = { ...ANSWERS, value: 'file', file: 'in' } as const;
const MODEL = { group: 'Model and priors' };
const COMPUTATION = { group: 'Computation' };
const RESULTS = { group: 'Results' };

export const fitOptions = z.object({
  responses: z
    .string()
    .optional()
    .describe('recorded answers, CSV: examinee, then one column per item')
    .meta(FILE),
  bank: shortText
    .optional()
    .describe('a bank of the database, whose recorded answers are used instead of --responses')
    .meta({ ...ANSWERS, value: 'name' }),
  families: z
    .string()
    .optional()
    .describe(
      'CSV: examinee, family; models of one family are left out together where left-out ones choose the model or what is learned about items (default: the column "family", else the letters at the start of the name)',
    )
    .meta(FILE),
  choices: z
    .string()
    .optional()
    .describe(
      'with nominal: the options that were chosen, CSV: examinee,item,choice, or the JSON of thetarank grade',
    )
    .meta(FILE),
  keys: z
    .string()
    .optional()
    .describe('with --choices: the right options, CSV: item,key')
    .meta(FILE),
  itemsFile: z
    .string()
    .optional()
    .describe(
      'facts about items, CSV: item, then options (the number of answer options), group (each with its own priors) or both',
    )
    .meta(FILE),
  options: wholeNumber(2)
    .optional()
    .describe(
      'number of answer options of every item; guessing is centred at 1/n (default: those of the items of --bank)',
    )
    .meta(ANSWERS),
  irtModel: z
    .enum([...MODELS, ...CATEGORY_MODELS])
    .default('3pl')
    .describe('the model of items')
    .meta({ ...MODEL, value: 'name' }),
  scoreLevels: wholeNumber(3)
    .optional()
    .describe(
      'with graded, gpcm, beta or auto: round scores to this many equally spaced levels (default: the different scores themselves, up to 10, else 5 levels)',
    )
    .meta(MODEL),
  priors: z
    .enum(['empirical', 'given'])
    .optional()
    .describe('learned from the data, or given (default: empirical below 200 examinees)')
    .meta({ ...MODEL, value: 'how' }),
  priorA: prior('lognormal', 'normal', 'none')
    .optional()
    .describe('prior of slopes (default: lognormal:M:0.5, M learned from the answers)')
    .meta(MODEL),
  priorB: prior('normal', 'none')
    .optional()
    .describe('prior of difficulties (default: none)')
    .meta(MODEL),
  priorC: prior('logitnormal', 'beta', 'normal', 'none')
    .optional()
    .describe('prior of lower asymptotes (default: logitnormal:-1.8:0.5)')
    .meta(MODEL),
  priorD: prior('logitnormal', 'beta', 'normal', 'none')
    .optional()
    .describe('prior of upper asymptotes (default: beta:17:5)')
    .meta(MODEL),
  fixed: z
    .string()
    .optional()
    .describe(
      'known parameters that are kept and set the scale, CSV: item,a,b,c,d (marginal method, given priors)',
    )
    .meta({ ...MODEL, value: 'file', file: 'in' }),
  groups: z
    .string()
    .optional()
    .describe(
      'CSV: examinee, group; each group has its own mean and spread of ability, the first group N(0, 1)',
    )
    .meta({ ...MODEL, value: 'file', file: 'in' }),
  abilityDistribution: z
    .enum(ABILITY_DISTRIBUTIONS)
    .default('normal')
    .describe(
      'normal, or estimated from the answers (marginal method, given priors, one group of examinees)',
    )
    .meta({ ...MODEL, value: 'name' }),
  rung: z
    .enum(RUNGS)
    .optional()
    .describe(
      'with empirical priors: how much to learn about each item (default: chosen by cross-validation)',
    )
    .meta({ ...MODEL, value: 'name' }),
  method: z
    .enum(['auto', 'integrated', 'marginal'])
    .default('auto')
    .describe(
      'integrated (over the items: few examinees, many items), marginal (over the abilities), or auto',
    )
    .meta({ ...COMPUTATION, value: 'name' }),
  slopes: z
    .enum(SLOPES)
    .default('positive')
    .describe(
      'positive, or any: slopes may be negative, for items that work backwards (given priors)',
    )
    .meta({ ...COMPUTATION, value: 'which' }),
  quadrature: z
    .union([wholeNumber(5), z.literal('auto')])
    .default('auto')
    .describe(
      'number of nodes over [-6, 6], or auto: 61, 121, 241 or 481, until the log-likelihood no longer depends on their positions',
    )
    .meta({ ...COMPUTATION, value: 'n' }),
  convergence: positiveNumber
    .default(1e-4)
    .describe('stop once no estimate changes by more than this')
    .meta({ ...COMPUTATION, value: 'x' }),
  maxIterations: wholeNumber(1).default(500).describe('rounds at most').meta(COMPUTATION),
  workers: wholeNumber(1)
    .optional()
    .describe('threads; results do not depend on it (default: one per processor, at most 4)')
    .meta({ ...COMPUTATION, isLocal: true }),
  seed: seed.meta(COMPUTATION),
  check: z
    .enum(['curve'])
    .optional()
    .describe('fit every response curve again by Levenberg-Marquardt (marginal method)')
    .meta({ ...COMPUTATION, value: 'what' }),
  out: z
    .string()
    .optional()
    .describe(
      'write the parameters there, CSV: item,a,b,c,d,se_a,se_b,se_c,se_method,flag; of items with several categories: item,model,categories,scores,…',
    )
    .meta({ ...RESULTS, value: 'file', file: 'out' }),
  keep: z
    .boolean()
    .default(false)
    .describe('with --bank: keep the parameters in the database as a numbered calibration')
    .meta(RESULTS),
});
export type FitOptions = z.output<typeof fitOptions>;
