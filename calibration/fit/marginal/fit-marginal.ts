import { fail } from '../../../src/errors.ts';
import { logistic } from '../../../src/irt/logistic.ts';
import type { ItemParameters } from '../../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { itemRestCorrelation } from '../item-rest-correlation.ts';
import type { AbilityGroups } from './ability/ability-groups.ts';
import { checkOptions } from './check-options.ts';
import { posteriorOf } from './e-step/posterior-of.ts';
import { type EmOptions, type EmResult, type EmRound, em } from './em/em.ts';
import { type CalibrationEngine, PLAIN_ENGINE } from './engine/calibration-engine.ts';
import { type AnswerCensus, censusOf, packAnswers } from './engine/pack-answers.ts';
import type { Workspace } from './engine/workspace.ts';
import {
  type AbilityDistribution,
  type EstimatedDistribution,
  fitHistogram,
} from './fit-histogram.ts';
import { FINEST_NODES, gridError, looksCoarse, MOST_GRID_ERROR } from './grid-error.ts';
import { FAMILY, type Prior } from './prior.ts';
import { openPriorUnit, type PriorUnit, UNIT_SD } from './priors/prior-unit.ts';
import { settleSigns } from './signs/settle-signs.ts';
import { slopeOf } from './signs/slope-of.ts';
import type { Slopes } from './slopes.ts';

export const MODELS = ['rasch', '2pl', '3pl', '4pl'] as const;

/** `rasch`: all a = 1 and the variance of ability free; the others: ability N(0, 1). */
export type Model = (typeof MODELS)[number];

/** One prior per parameter, the same for all items, or one per item. */
export interface PriorSet {
  readonly a: Prior | readonly Prior[];
  readonly b: Prior | readonly Prior[];
  readonly c: Prior | readonly Prior[];
  readonly d: Prior | readonly Prior[];
}

export interface MarginalOptions {
  readonly model: Model;
  readonly priors: PriorSet;
  /** Number of nodes over [−6, 6]; `auto` starts with 61 and refines up to 481, until they are fine enough (see grid-error.ts). */
  readonly quadrature: number | 'auto';
  readonly maxIterations: number;
  readonly tolerance: number;
  readonly engine?: CalibrationEngine | undefined;
  /** Fixed parameters, by position of the item; they keep an old scale. */
  readonly fixed?: ReadonlyMap<number, { a: number; b: number; c: number; d: number }> | undefined;
  /** `any`: slopes may be negative, for items that work backwards. Default `positive`. Not for `rasch`. */
  readonly slopes?: Slopes | undefined;
  /** Group of each examinee, from 0; the first is the reference N(0, 1), unless items are fixed. */
  readonly groups?: ArrayLike<number> | undefined;
  /** Default normal. A histogram is of one group, and goes with no prior of b unless items are fixed. */
  readonly abilityDistribution?: AbilityDistribution | undefined;
  readonly onRound?: ((round: EmRound) => void) | undefined;
  /**
   * True: the priors of a are those of a × a unit that is estimated, so they say how slopes differ, not how large they are (see prior-unit.ts). A
   * histogram always needs that; fixed items fix the unit. Default false.
   */
  readonly hasFreeUnit?: boolean | undefined;
  readonly learnPriors?: ((workspace: Workspace) => number) | undefined;
}

/** The nodes of the integration over abilities, and whether they were enough. */
export interface Quadrature {
  readonly nodes: number;
  readonly low: number;
  readonly high: number;
  /** How much the log-likelihood at the estimate depends on the position of the nodes, in log units (see grid-error.ts). */
  readonly error: number;
  /** True if that is too much: the estimate depends on the grid, not only on the model. */
  readonly isCoarse: boolean;
}

export interface MarginalFit extends EmResult {
  readonly parameters: ItemParameters;
  /** Posterior mean and standard deviation of each examinee's ability, in the order of the matrix. */
  readonly abilities: Float64Array;
  readonly abilityErrors: Float64Array;
  readonly quadrature: Quadrature;
  /**
   * Group of each examinee in the workspace's order; distribution of ability in each group; which of its values were estimated.
   */
  readonly groups: AbilityGroups;
  /** The estimated distribution of ability; null if it is normal. */
  readonly distribution: EstimatedDistribution | null;
  /** Of a normal distribution: the priors of a are those of a × this unit, if it was estimated; else null. */
  readonly priorUnit: number | null;
  /** Number of estimated parameters, of items, groups and the distribution of ability. */
  readonly free: number;
  readonly engine: string;
  /** The fit's arrays at the estimate, for standard errors; `order` is their order of examinees. */
  readonly workspace: Workspace;
  readonly order: Int32Array;
}

const REACH = 6;
/** Nodes of the levels that `auto` goes through. */
const LEVELS = [61, 121, 241, FINEST_NODES] as const;
/** Parts the items are divided into, whatever the number of threads: sums have one order. */
const BLOCKS = 4;
/** Rounds after which posteriors and slopes show whether a grid is far too coarse. */
const FIRST_LOOK = 6;
/** Most rounds on a grid that can still be refined: on a grid that is too coarse, EM may never converge. */
const MOST_ROUNDS = 60;
/** Share of the remaining rounds that then run on a grid that is fine enough and can still be refined. */
const MOST_SHARE = 0.8;

/**
 * Marginal maximum a posteriori (Bock & Aitkin 1981; Mislevy 1986): abilities are integrated out on equally spaced
 * nodes, item parameters maximise the marginal likelihood times their priors.
 *
 * A grid coarser than the posteriors or the steepest curves gives the likelihood spurious maxima. With `auto` it is refined
 * (61, 121, 241, 481 nodes) until the log-likelihood no longer depends on where the nodes lie; sums for an examinee run only
 * over the nodes that hold its mass. So a fine grid costs little more than adaptive nodes, and the objective is the same for
 * all examinees.
 *
 * An examinee without answers gets the mean of the ability distribution; an item without answers gets the mode of its priors.
 * @throws NO_ANSWERS if there is no answer at all; OPTION_INVALID, PARAMETER_INVALID (see check-options.ts)
 */
export function fitMarginal(matrix: ResponseMatrix, options: MarginalOptions): MarginalFit {
  checkOptions(matrix, options);
  const census = censusOf(matrix);
  if (matrix.scores.every(Number.isNaN)) fail('NO_ANSWERS', { where: 'the recorded answers' });
  const engine = options.engine ?? PLAIN_ENGINE;
  const sizes = options.quadrature === 'auto' ? LEVELS : [options.quadrature];
  const groups = abilityGroups(census, options);
  let previous: Workspace | null = null;
  let unit: PriorUnit | undefined;
  let iterations = 0;
  for (let level = 0; ; level++) {
    const workspace = open(matrix, census, options, engine, sizes[level]);
    if (previous === null) {
      start(matrix, workspace, options);
      if (options.hasFreeUnit && options.abilityDistribution !== 'histogram')
        unit = openPriorUnit(workspace, UNIT_SD);
    } else {
      workspace.reversed.set(previous.reversed);
      workspace.from.set(previous.from);
      workspace.priors.set(previous.priors);
    }
    const emOptions = (most: number): EmOptions => ({
      maxIterations: Math.max(1, Math.min(most, options.maxIterations - iterations)),
      tolerance: options.tolerance,
      learnPriors: options.learnPriors,
      unit,
      onRound: (round) => options.onRound?.({ ...round, iteration: round.iteration + iterations }),
    });
    const run = (most: number): EmResult => {
      const result = em(workspace, engine, groups, emOptions(most));
      iterations += result.iterations;
      return result;
    };
    const isLast = level === sizes.length - 1;
    const canGoOn = (result: EmResult) => !result.converged && iterations < options.maxIterations;
    let result = run(isLast ? options.maxIterations : FIRST_LOOK);
    let isCoarse = !isLast && looksCoarse(workspace, groups);
    if (!isLast && !isCoarse && canGoOn(result)) result = run(MOST_ROUNDS);
    if (isCoarse && iterations < options.maxIterations) {
      previous = workspace;
      continue;
    }
    if (options.slopes === 'any')
      result = settleSigns(matrix, workspace, result, () =>
        run(isLast ? options.maxIterations : MOST_ROUNDS),
      );
    let error = gridError(workspace, engine, groups);
    isCoarse = !(error <= MOST_GRID_ERROR);
    if (!isLast && !isCoarse && canGoOn(result)) {
      // The grid is fine enough for the remaining rounds. On one that is only just so, EM can crawl for ever: the last rounds run on a finer one.
      result = run(Math.ceil(MOST_SHARE * (options.maxIterations - iterations)));
      error = gridError(workspace, engine, groups);
      isCoarse = !(error <= MOST_GRID_ERROR) || canGoOn(result);
    }
    if (!isLast && isCoarse && iterations < options.maxIterations) {
      previous = workspace;
      continue;
    }
    const quadrature = { nodes: sizes[level], low: -REACH, high: REACH, error, isCoarse };
    const summary = (of: AbilityGroups, found: EmResult) => ({
      ...summarise(matrix, census, options, workspace, of, found, engine, quadrature),
      priorUnit: unit === undefined ? null : Math.exp(unit.log),
    });
    const fit = summary(groups, { ...result, iterations });
    if (options.abilityDistribution !== 'histogram') return fit;
    const more = emOptions(options.maxIterations);
    const estimated = fitHistogram(workspace, engine, groups, fit, more);
    const { distribution } = estimated;
    iterations += estimated.result.iterations;
    const { nodes } = workspace;
    return {
      ...summary(estimated.groups, { ...estimated.result, iterations }),
      // The scale of a histogram moves its nodes.
      quadrature: { ...quadrature, low: nodes[0], high: nodes[nodes.length - 1] },
      free: fit.free - freeOf(groups) + distribution.free,
      distribution,
    };
  }
}

/** Number of estimated means and standard deviations. */
function freeOf({ free }: AbilityGroups): number {
  return free.reduce((sum, flag) => sum + flag, 0);
}

function open(
  matrix: ResponseMatrix,
  census: AnswerCensus,
  options: MarginalOptions,
  engine: CalibrationEngine,
  nodes: number,
): Workspace {
  const n = matrix.examinees.length;
  const all = matrix.items.length;
  const blocks = Math.min(BLOCKS, Math.max(1, Math.floor(all / 8)));
  const workspace = engine.open({
    examinees: n,
    items: all,
    nodes,
    blocks,
    missing: census.missing,
    fractions: census.fractions,
  });
  for (let block = 0; block <= blocks; block++)
    workspace.firsts[block] = block === blocks ? all : 8 * Math.round((block * all) / blocks / 8);
  packAnswers(matrix, census.order, workspace);
  for (let k = 0; k < nodes; k++) workspace.nodes[k] = -REACH + (2 * REACH * k) / (nodes - 1);
  for (let i = 0; i < n; i++) workspace.windows[2 * i + 1] = nodes;
  const { model, priors, fixed } = options;
  workspace.active.set([
    model === 'rasch' ? 0 : 1,
    1,
    model === '3pl' || model === '4pl' ? 1 : 0,
    model === '4pl' ? 1 : 0,
  ]);
  const parameters = ['a', 'b', 'c', 'd'] as const;
  parameters.forEach((name, k) => {
    if (workspace.active[k] === 0) return;
    const given = priors[name];
    const ofItem = (j: number): Prior => (isList(given) ? given[j] : given);
    workspace.families[k] = FAMILY[ofItem(0).family];
    for (let j = 0; j < all; j++) {
      const prior = ofItem(j);
      const [first, second] = numbersOf(prior);
      workspace.priors[2 * k * all + j] = first;
      workspace.priors[(2 * k + 1) * all + j] = second;
    }
  });
  for (const j of fixed?.keys() ?? []) workspace.fixed[j] = 1;
  return workspace;
}

function isList(prior: Prior | readonly Prior[]): prior is readonly Prior[] {
  return Array.isArray(prior);
}

function numbersOf(prior: Prior): [number, number] {
  if (prior.family === 'none') return [0, 1];
  if (prior.family === 'beta') return [prior.alpha, prior.beta];
  return [prior.mean, prior.sd];
}

function abilityGroups({ order }: AnswerCensus, options: MarginalOptions): AbilityGroups {
  const { groups, model, fixed } = options;
  const of = Int32Array.from(order, (i) => groups?.[i] ?? 0);
  const count = of.reduce((most, g) => Math.max(most, g + 1), 1);
  const free = new Uint8Array(count).fill(2);
  // The reference group or fixed items must define the scale.
  const reference = of.reduce((least, g) => Math.min(least, g), count);
  if (fixed === undefined || fixed.size === 0) free[reference] = model === 'rasch' ? 1 : 0;
  return { of, mean: new Float64Array(count), sd: new Float64Array(count).fill(1), free };
}

/** Starting values: a = 1, the intercept of the share right (minus guessing), c at its prior's centre, d near 1. */
function start(matrix: ResponseMatrix, workspace: Workspace, options: MarginalOptions): void {
  const all = matrix.items.length;
  const { from, active, families, priors } = workspace;
  const centre = (k: number, j: number, otherwise: number): number => {
    const first = priors[2 * k * all + j];
    const second = priors[(2 * k + 1) * all + j];
    switch (families[k]) {
      case FAMILY.logitnormal:
        return first;
      case FAMILY.beta:
        return Math.log(first / second);
      case FAMILY.normal:
        return Math.log(first / (1 - first));
      default:
        return otherwise;
    }
  };
  for (let j = 0; j < all; j++) {
    let right = 0;
    let asked = 0;
    for (let i = 0; i < matrix.examinees.length; i++) {
      const u = matrix.scores[i * all + j];
      if (Number.isNaN(u)) continue;
      right += u;
      asked++;
    }
    const share = asked > 0 ? Math.min(0.98, Math.max(0.02, right / asked)) : 0.5;
    from[2 * all + j] = active[2] === 1 ? centre(2, j, -1.8) : Number.NEGATIVE_INFINITY;
    from[3 * all + j] = active[3] === 1 ? centre(3, j, 3) : Number.POSITIVE_INFINITY;
    const c = 1 / (1 + Math.exp(-from[2 * all + j]));
    const beyond = Math.min(0.98, Math.max(0.02, (share - c) / (1 - c)));
    from[all + j] = Math.log(beyond / (1 - beyond));
  }
  if (options.slopes === 'any') {
    // Most items that work backwards are found before the fit; the other items are tried at its end.
    const { correlation } = itemRestCorrelation(matrix);
    for (let j = 0; j < all; j++) workspace.reversed[j] = correlation[j] < 0 ? 1 : 0;
  }
  for (const [j, { a, b, c, d }] of options.fixed ?? []) {
    workspace.reversed[j] = a < 0 ? 1 : 0;
    from[j] = Math.log(Math.abs(a));
    from[all + j] = -a * b;
    from[2 * all + j] = Math.log(c / (1 - c));
    from[3 * all + j] = Math.log(d / (1 - d));
  }
}

function summarise(
  matrix: ResponseMatrix,
  { order }: AnswerCensus,
  { model, fixed }: MarginalOptions,
  workspace: Workspace,
  groups: AbilityGroups,
  result: EmResult,
  engine: CalibrationEngine,
  quadrature: MarginalFit['quadrature'],
): Omit<MarginalFit, 'priorUnit'> {
  const all = matrix.items.length;
  const { from, active } = workspace;
  const a = Float64Array.from({ length: all }, (_, j) => slopeOf(workspace, j, from));
  const b = a.map((slope, j) => -from[all + j] / slope);
  const c = from.slice(2 * all, 3 * all).map(logistic);
  const d = from.slice(3 * all).map(logistic);
  // Exactly, to the last digit.
  for (const [j, given] of fixed ?? [])
    [a[j], b[j], c[j], d[j]] = [given.a, given.b, given.c, given.d];
  const wrong = [a, b, c, d].some((values) => !values.every(Number.isFinite));
  if (wrong)
    fail('VALUE_NOT_FINITE', {
      name: `a parameter of the ${model} fit`,
      found: Number.NaN,
      accepted: 'finite numbers; add priors, or use a model with fewer parameters per item',
    });
  const abilities = new Float64Array(order.length);
  const abilityErrors = new Float64Array(order.length);
  order.forEach((row, i) => {
    const { mean, sd } = posteriorOf(workspace, i);
    abilities[row] = mean;
    abilityErrors[row] = sd;
  });
  const perItem = active.reduce((sum, flag) => sum + flag, 0);
  return {
    ...result,
    parameters: { count: all, a, b, c, d },
    abilities,
    abilityErrors,
    quadrature,
    groups,
    free: perItem * (all - (fixed?.size ?? 0)) + freeOf(groups),
    distribution: null,
    engine: engine.name,
    workspace,
    order,
  };
}
