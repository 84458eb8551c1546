import { itemFlags } from '../../../calibration/diagnose/item-flags.ts';
import { DEFAULT_PRIORS } from '../../../calibration/fit/marginal/default-priors.ts';
import {
  fitMarginal,
  type MarginalFit,
  type Model,
  type PriorSet,
} from '../../../calibration/fit/marginal/fit-marginal.ts';
import { guessedOptions } from '../../../calibration/fit/marginal/guessed-options.ts';
import type { Prior } from '../../../calibration/fit/marginal/prior.ts';
import { standardErrors } from '../../../calibration/fit/marginal/standard-errors.ts';
import type { ClosableEngine } from '../../../calibration/kernel/wasm-engine.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import type { ConvergenceProgress } from '../progress.ts';
import { type ExamineeGroups, examineeGroups, fixedParameters, itemFacts } from './fit-inputs.ts';
import { type FitRequest, refuseTogether } from './fit-request.ts';
import { checkedCurves, type Fitted, marginalMeasures } from './fit-result.ts';
import { priorText } from './prior-text.ts';

/** Models that have the parameter of a prior. */
const PRIOR_OF: readonly (readonly ['priorA' | 'priorC' | 'priorD', readonly Model[]])[] = [
  ['priorA', ['2pl', '3pl', '4pl']],
  ['priorC', ['3pl', '4pl']],
  ['priorD', ['4pl']],
];

/** Items that guesses do not answer have guessing near 0, as with this many options. */
const HARDLY_GUESSED = 100;

const ESTIMATED: Readonly<Record<Model, readonly (keyof PriorSet)[]>> = {
  rasch: ['b'],
  '2pl': ['a', 'b'],
  '3pl': ['a', 'b', 'c'],
  '4pl': ['a', 'b', 'c', 'd'],
};

/** The marginal fit under given priors, with standard errors from the observed information. @throws OPTIONS_CONFLICT, and what is wrong with files */
export function fitGiven(
  matrix: ResponseMatrix,
  request: FitRequest,
  engine: ClosableEngine,
  watch: () => ConvergenceProgress,
): Fitted {
  const model = request.irtModel as Model;
  checkModel(request, model);
  const priors = priorsOf(request, matrix.items);
  const groups = examineeGroups(request, matrix.examinees);
  if (request.abilityDistribution === 'histogram') checkHistogram(request, groups);
  const { convergence, maxIterations } = request;
  const progress = watch();
  const fit = fitMarginal(matrix, {
    model,
    priors,
    hasFreeUnit: request.priorA === undefined,
    fixed: fixedParameters(request, matrix.items),
    groups: groups?.codes,
    abilityDistribution: request.abilityDistribution,
    quadrature: request.quadrature,
    slopes: request.slopes,
    tolerance: convergence,
    maxIterations,
    engine,
    onRound: (round) => progress.round(round, convergence, maxIterations),
  });
  progress.note('guessing');
  const isUsual = hasGuessing(model) && request.priorC === undefined && isOfDefault(priors.c);
  const guessed = isUsual && request.fixed === undefined ? guessedOptions(matrix) : null;
  progress.note('standard errors');
  const errors = standardErrors(fit, engine);
  progress.stop();
  return {
    model,
    mode: 'marginal',
    rung: null,
    ladder: null,
    parameters: fit.parameters,
    errors,
    fit: marginalMeasures(fit),
    iterations: fit.iterations,
    converged: fit.converged,
    change: fit.change,
    marginal: fit,
    priors: Object.fromEntries(
      ESTIMATED[model].map((name) => [
        name,
        wordsOf(priors[name], name === 'a' ? fit.priorUnit : null),
      ]),
    ),
    errorMethod: errors.method,
    undetermined: errors.indefinite,
    curves: checkedCurves(fit, request, engine),
    guessed,
    flags: itemFlags(matrix, fit.parameters),
    groups:
      groups === null && request.fixed === undefined && model !== 'rasch'
        ? null
        : abilitiesOf(fit, groups),
  };
}

const hasGuessing = (model: Model): boolean => ESTIMATED[model].includes('c');

/** Whether the prior of guessing is the default one, because nothing is known of the items' options. */
const isOfDefault = (prior: PriorSet['c']): boolean =>
  'family' in prior && prior.family === 'logitnormal' && prior.mean === DEFAULT_PRIORS.c.mean;

/** Refuses options that conflict with given priors, or with the model. @throws OPTIONS_CONFLICT */
function checkModel(request: FitRequest, model: Model): void {
  if (request.method === 'integrated')
    refuseTogether('method', 'integrated learns its priors, so it needs --priors empirical.');
  if (request.rung !== undefined)
    refuseTogether('rung', 'only works with priors learned from the data; add --priors empirical.');
  for (const [option, models] of PRIOR_OF)
    if (request[option] !== undefined && !models.includes(model))
      refuseTogether(
        option,
        `sets the prior of a parameter that ${model} does not have; remove it, or use --irt-model ${models[0]}.`,
      );
  if (request.slopes === 'any' && model === 'rasch')
    refuseTogether(
      'slopes, irtModel',
      'all slopes of this model are 1; use --irt-model 2pl or 3pl.',
    );
}

/** The priors that are given, else the default ones; guessing is centred at 1/options. @throws OPTIONS_CONFLICT, FILE_INVALID */
function priorsOf(request: FitRequest, items: readonly string[]): PriorSet {
  const { optionCounts: counts, groups } = itemFacts(request, items);
  if (groups !== undefined)
    refuseTogether(
      'itemsFile',
      'has a column "group", which gives each group priors learned from the data, so it needs --priors empirical.',
    );
  const centred = (n: number): Prior => ({
    family: 'logitnormal',
    mean: n > 1 ? -Math.log(Math.min(n, HARDLY_GUESSED) - 1) : DEFAULT_PRIORS.c.mean,
    sd: DEFAULT_PRIORS.c.sd,
  });
  return {
    a: request.priorA ?? DEFAULT_PRIORS.a,
    b: request.priorB ?? DEFAULT_PRIORS.b,
    c: request.priorC ?? (counts === undefined ? centred(0) : Array.from(counts, centred)),
    d: request.priorD ?? DEFAULT_PRIORS.d,
  };
}

/** Refuses options that conflict with a histogram of abilities. @throws OPTIONS_CONFLICT */
function checkHistogram({ priorB, fixed }: FitRequest, groups: ExamineeGroups | null): void {
  const refuse = (option: string, reason: string) =>
    refuseTogether(`abilityDistribution, ${option}`, reason);
  if (groups !== null && groups.names.length > 1)
    refuse(
      'groups',
      'a histogram describes one group of examinees; use only one of the two options.',
    );
  if (priorB !== undefined && priorB.family !== 'none' && fixed === undefined)
    refuse(
      'priorB',
      'a histogram does not fix the scale that a prior of b needs; remove the prior, or fix items with --fixed.',
    );
}

function wordsOf(prior: Prior | readonly Prior[], unit: number | null): string {
  return 'family' in prior ? priorText(prior, unit) : 'logitnormal, centred at 1/options';
}

function abilitiesOf({ groups: { mean, sd } }: MarginalFit, groups: ExamineeGroups | null) {
  return Array.from(mean, (own, g) => ({
    group: groups?.names[g] ?? 'all',
    mean: own,
    sd: sd[g],
  }));
}
