import { fail } from '../../src/errors.ts';
import type { CategoryMatrix } from '../../src/irt/polytomous/category-matrix.ts';
import {
  type MixedItem,
  type MixedItems,
  mixedItems,
} from '../../src/irt/polytomous/mixed-items.ts';
import { FINEST_NODES, MOST_GRID_ERROR } from '../fit/marginal/grid-error.ts';
import { type AbilityNodes, normalNodes } from './e-step.ts';
import { type Maximum, maximisePosterior } from './maximise-posterior.ts';
import { type EmptyCategories, mergeCategories } from './merge-categories.ts';
import { ITEM_MODELS, POLYTOMOUS_MODELS, type PolytomousModel } from './models/models.ts';
import { MarginalObjective, type Objective } from './objective.ts';
import { DEFAULT_POLYTOMOUS_PRIORS, type PolytomousPriors } from './priors.ts';
import { errorMethodOf, type PolytomousErrorMethod, polytomousErrors } from './standard-errors.ts';
import { startingShares } from './starting-shares.ts';

export interface PolytomousOptions {
  /** The model of all items, or of each. */
  readonly model: PolytomousModel | readonly PolytomousModel[];
  /** Priors of all items; default those of the model, lognormal ones with a mean that is estimated. For maximum likelihood give `NO_PRIORS`. */
  readonly priors?: PolytomousPriors | undefined;
  /** Scores of the categories of each item, as in MixedItem. Default k/(K − 1). */
  readonly scores?: readonly (readonly number[])[] | undefined;
  /** Number of nodes over [−6, 6]; `auto` (default) refines from 61 to 481 until they are fine enough. */
  readonly quadrature?: number | 'auto' | undefined;
  /** `merge` (default) removes categories without answers; `refuse` ends with an error. Not with `pseudoAnswers`. */
  readonly emptyCategories?: EmptyCategories | undefined;
  /**
   * This many answers of each item beside the recorded ones, spread evenly over its categories and normally over ability: a weak prior under which
   * every category keeps a probability. Default 0.
   */
  readonly pseudoAnswers?: number | undefined;
  /** Rounds of EM; default 2000. */
  readonly maxIterations?: number | undefined;
  /** Converged if no coordinate changes by more than this in a round. Default 0.00001. */
  readonly tolerance?: number | undefined;
  /** How standard errors are computed; `none` for none. Default `joint` if the bank is small enough, else `blockwise`. */
  readonly errors?: PolytomousErrorMethod | 'none' | undefined;
  /** Slope of a graded item at the start, and in proportion to it of the others; default 1. */
  readonly startingSlope?: number | undefined;
  readonly onRound?:
    | ((round: { iteration: number; change: number; logPosterior: number }) => void)
    | undefined;
}

/** A calibration of items with several categories. */
export interface PolytomousFit {
  readonly parameters: readonly MixedItem[];
  /** The same, packed for curves and estimates. */
  readonly items: MixedItems;
  /**
   * Standard errors of the parameters of each item: graded and gpcm a, b_1 …; nominal slopes, intercepts; beta a, b, dispersion. NaN if the answers
   * do not determine a parameter. Null for `none`.
   */
  readonly standardErrors: readonly Float64Array[] | null;
  readonly errorMethod: PolytomousErrorMethod | null;
  /** The answers in the categories of the fit. */
  readonly matrix: CategoryMatrix;
  /** Of each item: the categories of the fit, as they were numbered before empty ones were removed. */
  readonly kept: readonly Int32Array[];
  /** Posterior mean and standard deviation of each examinee's ability. */
  readonly abilities: Float64Array;
  readonly abilityErrors: Float64Array;
  readonly logLikelihood: number;
  /** With the priors and `pseudoAnswers`: what the fit maximises. */
  readonly logPosterior: number;
  /** Lognormal priors of slopes are those of a × this unit, if it was estimated (default priors); else null. */
  readonly priorUnit: number | null;
  readonly freeParameters: number;
  readonly iterations: number;
  readonly converged: boolean;
  /** `error`: how much the log-likelihood depends on where the nodes are, in log units; `isCoarse` if that is too much. */
  readonly quadrature: {
    readonly nodes: number;
    readonly error: number;
    readonly isCoarse: boolean;
  };
}

const LEVELS = [61, 121, 241, FINEST_NODES] as const;
const FEWEST_NODES = 5;
/** Rounds on a grid that can still be refined: on one that is too coarse EM may never converge. */
const MOST_ROUNDS = 60;

/**
 * Marginal maximum a posteriori of items with several categories (Bock & Aitkin 1981; Muraki 1992): abilities are N(0, 1) and integrated out on equally
 * spaced nodes; every item is at the mode of its posterior. Answers may be missing.
 *
 * @throws OPTION_INVALID; CATEGORIES_UNUSABLE for an answer that is no category, a beta item with two levels, and as in merge-categories.ts; NO_ANSWERS without examinees or items
 */
export function calibratePolytomous(
  given: CategoryMatrix,
  options: PolytomousOptions,
): PolytomousFit {
  const models = modelsOf(given, options);
  const { quadrature = 'auto', pseudoAnswers = 0, emptyCategories = 'merge' } = options;
  const { maxIterations = 2000 } = options;
  checkNumbers(options);
  checkPriors(models, options.priors);
  checkAnswers(given, models);
  const { matrix, kept } =
    pseudoAnswers > 0
      ? {
          matrix: given,
          kept: Array.from(given.categories, (k) => Int32Array.from({ length: k }, (_, c) => c)),
        }
      : mergeCategories(given, models, emptyCategories);
  const priors = models.map((model) => options.priors ?? DEFAULT_POLYTOMOUS_PRIORS[model]);
  const hasFreeUnit =
    options.priors === undefined && priors.some(({ slope }) => slope.family === 'lognormal');
  const common = { matrix, models, priors, hasFreeUnit, pseudoAnswers };
  const levels = quadrature === 'auto' ? LEVELS : [quadrature];
  let start: Float64Array | null = null;
  let iterations = 0;
  for (let level = 0; ; level++) {
    const objective = new MarginalObjective({ ...common, grid: normalNodes(levels[level]) });
    setScores(objective.items, kept, given, options.scores);
    const x: Float64Array = start ?? startingPoint(objective, options.startingSlope ?? 1);
    const isLast = level === levels.length - 1;
    const run = (most: number) => {
      const found = maximisePosterior(objective, x, {
        maxIterations: Math.max(1, Math.min(most, maxIterations - iterations)),
        tolerance: options.tolerance ?? 1e-5,
        before: iterations,
        onRound: options.onRound,
      });
      iterations += found.iterations;
      return found;
    };
    let found = run(isLast ? maxIterations : MOST_ROUNDS);
    let error = gridError(common, objective, x, levels[level]);
    if (!found.converged && iterations < maxIterations && !isLast && error <= MOST_GRID_ERROR) {
      // The grid is fine enough: the remaining rounds run on it.
      found = run(maxIterations);
      error = gridError(common, objective, x, levels[level]);
    }
    const isCoarse = !(error <= MOST_GRID_ERROR);
    start = x;
    if (isCoarse && !isLast && iterations < maxIterations) continue;
    return summarise(objective, x, { ...found, iterations }, kept, options, {
      nodes: levels[level],
      error,
      isCoarse,
    });
  }
}

function modelsOf({ items, examinees }: CategoryMatrix, { model }: PolytomousOptions) {
  if (items.length === 0 || examinees.length === 0)
    fail('NO_ANSWERS', { where: 'the recorded answers' });
  const models = typeof model === 'string' ? items.map(() => model) : model;
  const invalid = (found: string, accepted: string) =>
    fail('OPTION_INVALID', { option: 'model', found, accepted });
  if (models.length !== items.length)
    invalid(`${models.length} models`, `one, or one for each of the ${items.length} items`);
  for (const name of models)
    if (!POLYTOMOUS_MODELS.includes(name)) invalid(name, POLYTOMOUS_MODELS.join(', '));
  return models;
}

/** Families that the arithmetic of a model does not have. */
function checkPriors(
  models: readonly PolytomousModel[],
  priors: PolytomousPriors | undefined,
): void {
  if (priors === undefined) return;
  const { slope, intercept } = priors;
  const isNominal = models.includes('nominal');
  const invalid = (option: string, found: string, accepted: string) =>
    fail('OPTION_INVALID', { option, found, accepted });
  if (isNominal && slope.family === 'lognormal')
    invalid(
      'priors.slope',
      'lognormal',
      'none or normal for nominal items, whose slopes have the sum 0',
    );
  if (intercept.family !== 'none' && models.some((model) => model !== 'nominal'))
    invalid('priors.intercept', intercept.family, 'none, except in a bank of nominal items');
  if (intercept.family === 'lognormal') invalid('priors.intercept', 'lognormal', 'none or normal');
}

/** Every answer is in a category, every beta item has at least three levels. */
function checkAnswers(
  { answers, categories, items }: CategoryMatrix,
  models: readonly PolytomousModel[],
): void {
  const refuse = (j: number, found: string, accepted: string) =>
    fail('CATEGORIES_UNUSABLE', { item: items[j], found, accepted });
  categories.forEach((all, j) => {
    if (models[j] === 'beta' && all < 3)
      refuse(j, `${all} levels`, 'at least three for the beta model; use graded for two');
  });
  answers.forEach((k, at) => {
    const j = at % items.length;
    if (k >= categories[j])
      refuse(
        j,
        `an answer in category ${k}`,
        `categories from 0 to ${categories[j] - 1}, or −1 for no answer`,
      );
  });
}

function checkNumbers({ quadrature = 'auto', pseudoAnswers = 0 }: PolytomousOptions): void {
  if (quadrature !== 'auto' && !(Number.isInteger(quadrature) && quadrature >= FEWEST_NODES))
    fail('OPTION_INVALID', {
      option: 'quadrature',
      found: `${quadrature}`,
      accepted: `auto, or a whole number of at least ${FEWEST_NODES}`,
    });
  if (!(pseudoAnswers >= 0 && Number.isFinite(pseudoAnswers)))
    fail('OPTION_INVALID', {
      option: 'pseudoAnswers',
      found: `${pseudoAnswers}`,
      accepted: 'a number of at least 0',
    });
}

/** The scores of the kept categories: those given, else k/(K − 1) of the categories before merging. */
function setScores(
  { scores, scoresFrom, count }: MixedItems,
  kept: readonly Int32Array[],
  { categories }: CategoryMatrix,
  given: readonly (readonly number[])[] | undefined,
): void {
  for (let j = 0; j < count; j++)
    kept[j].forEach((k, position) => {
      scores[scoresFrom[j] + position] = given?.[j][k] ?? k / (categories[j] - 1);
    });
}

function startingPoint(objective: MarginalObjective, slope: number): Float64Array {
  const { of, items, starts } = objective;
  const x = new Float64Array(starts[items.count]);
  startingShares(of.matrix, items, slope).forEach((shares, j) => {
    const own = ITEM_MODELS[of.models[j]].start(shares, items.categories[j]);
    // A lognormal prior of the slope allows no slope below 0.
    if (of.priors[j].slope.family === 'lognormal') own[0] = Math.abs(own[0]);
    x.set(own, starts[j]);
  });
  return x;
}

/**
 * Half of Σ |log L_i − log L_i′| over the examinees, L_i′ with all nodes moved by half a step: how much halving the step would change (see
 * fit/marginal/grid-error.ts).
 */
function gridError(
  common: Omit<Objective, 'grid'>,
  objective: MarginalObjective,
  x: Float64Array,
  nodes: number,
): number {
  const n = common.matrix.examinees.length;
  const logLikelihoodsOn = (of: MarginalObjective) => {
    const logLikelihoods = new Float64Array(n);
    of.evaluate(x, { logLikelihoods });
    return logLikelihoods;
  };
  const grid: AbilityNodes = normalNodes(nodes, 0.5);
  const between = logLikelihoodsOn(new MarginalObjective({ ...common, grid }));
  const here = logLikelihoodsOn(objective);
  return here.reduce((sum, value, i) => sum + Math.abs(value - between[i]) / 2, 0);
}

function summarise(
  objective: MarginalObjective,
  x: Float64Array,
  { iterations, converged }: Maximum,
  kept: readonly Int32Array[],
  { errors }: PolytomousOptions,
  quadrature: PolytomousFit['quadrature'],
): PolytomousFit {
  const { of, items, starts } = objective;
  const { matrix, models } = of;
  const n = matrix.examinees.length;
  const [means, sds] = [new Float64Array(n), new Float64Array(n)];
  const logPosterior = objective.evaluate(x, { means, sds });
  const { logLikelihood, unit } = objective;
  const parameters = models.map((model, j): MixedItem => {
    const item = ITEM_MODELS[model].item(objective.own(x, j), items.categories[j]);
    const scores = Array.from(items.scores.subarray(items.scoresFrom[j], items.scoresFrom[j + 1]));
    return { ...item, scores };
  });
  const method = errors ?? errorMethodOf(objective);
  return {
    parameters,
    items: mixedItems(parameters, (j) => matrix.items[j]),
    standardErrors: method === 'none' ? null : polytomousErrors(objective, x, method),
    errorMethod: method === 'none' ? null : method,
    matrix,
    kept,
    abilities: means,
    abilityErrors: sds,
    logLikelihood,
    logPosterior,
    priorUnit: unit,
    freeParameters: starts[items.count],
    iterations,
    converged,
    quadrature,
  };
}
