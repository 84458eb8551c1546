import { fail } from '../../src/errors.ts';
import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { errorsWithScale } from './marginal/ability/scale-error.ts';
import { DEFAULT_PRIORS } from './marginal/default-priors.ts';
import { type CalibrationEngine, PLAIN_ENGINE } from './marginal/engine/calibration-engine.ts';
import type { AbilityDistribution, EstimatedDistribution } from './marginal/fit-histogram.ts';
import {
  fitMarginal as fitWithWorkspace,
  MODELS,
  type Model,
  type PriorSet,
  type MarginalFit as WorkspaceFit,
} from './marginal/fit-marginal.ts';
import type { Slopes } from './marginal/slopes.ts';
import {
  type ErrorMethod,
  standardErrors as errorsOfWorkspace,
  type StandardErrors,
} from './marginal/standard-errors.ts';

export interface MarginalFitOptions {
  /** `rasch`, `2pl`, `3pl` or `4pl`. */
  readonly model: Model;
  /**
   * Priors that replace the defaults: lognormal(m, 0.5) of a, where m is learned unless items are fixed, none of b, N(−1.8, 0.5) of logit c,
   * Beta(17, 5) of d.
   */
  readonly priors?: Partial<PriorSet>;
  /** `normal` (default), or `histogram`: estimated from the answers. */
  readonly abilityDistribution?: AbilityDistribution;
  /**
   * Group of each examinee, from 0: the first has abilities N(0, 1); each other group has its own mean and standard deviation.
   */
  readonly groups?: ArrayLike<number>;
  /** Fixed parameters, by position of the item: they define the scale. */
  readonly fixed?: ReadonlyMap<number, { a: number; b: number; c: number; d: number }>;
  /** `positive` (default), or `any`: slopes of either sign, which finds items that work backwards. */
  readonly slopes?: Slopes;
  /** Number of nodes over [−6, 6]; `auto` (default) chooses the number from the answers. */
  readonly quadrature?: number | 'auto';
  /** Default 500. */
  readonly maxIterations?: number;
  /** Converged if no parameter changes by more than this. Default 0.0001. */
  readonly tolerance?: number;
  /**
   * The engine for the sums, such as `wasmEngine(threads)`; results do not depend on it. By default plain code in this thread.
   */
  readonly engine?: CalibrationEngine;
  readonly onRound?: (round: {
    readonly iteration: number;
    readonly logPosterior: number;
    readonly change: number;
  }) => void;
}

/** A marginal fit as plain data, in the order of the matrix. */
export interface MarginalFit {
  readonly model: Model;
  readonly items: readonly string[];
  readonly examinees: readonly string[];
  readonly parameters: ItemParameters;
  /**
   * Posterior mean of each ability, and its standard error: the posterior standard deviation, and the error of the scale, which a sample of examinees
   * defines (see scale-error.ts).
   */
  readonly abilities: Float64Array;
  readonly abilityErrors: Float64Array;
  /** Mean and standard deviation of ability in each group; a single group by default. */
  readonly groups: { readonly mean: Float64Array; readonly sd: Float64Array };
  /** The estimated distribution of ability; null if it is normal. */
  readonly distribution: EstimatedDistribution | null;
  /** Log-likelihood of the answers, with abilities integrated over their distribution. */
  readonly logLikelihood: number;
  /** The same plus the log-densities of the priors: the value that the fit maximises. */
  readonly logPosterior: number;
  readonly freeParameters: number;
  readonly iterations: number;
  /** False if `maxIterations` were not enough; the parameters are then those of the last round. */
  readonly converged: boolean;
  readonly quadrature: { readonly nodes: number; readonly low: number; readonly high: number };
}

/**
 * Standard errors, one entry per item; NaN if a parameter is fixed, not part of the model, or not determined by the answers.
 */
export type MarginalStandardErrors = Pick<
  StandardErrors,
  'a' | 'b' | 'c' | 'd' | 'groups' | 'method' | 'fellBack' | 'indefinite'
>;

/** The part of a fit that only the standard errors need. */
const workspaces = new WeakMap<MarginalFit, WorkspaceFit>();

/**
 * Item parameters from recorded answers by marginal maximum a posteriori: abilities are integrated out, items are at the
 * mode of their posterior. For many examinees and few items; `calibrate` is for few examinees and many items.
 *
 * @param matrix answers in [0, 1], NaN if not asked
 * @throws NO_ANSWERS if there is no answer at all; OPTION_INVALID, PARAMETER_INVALID
 */
export function fitMarginal(matrix: ResponseMatrix, options: MarginalFitOptions): MarginalFit {
  const { model, priors, quadrature = 'auto', maxIterations = 500, tolerance = 1e-4 } = options;
  const invalid = (option: string, found: unknown, accepted: string) =>
    fail('OPTION_INVALID', { option, found: String(found), accepted });
  if (!(MODELS as readonly string[]).includes(model)) invalid('model', model, MODELS.join(', '));
  if (!(Number.isInteger(maxIterations) && maxIterations >= 1))
    invalid('maxIterations', maxIterations, 'a whole number of at least 1');
  if (!(tolerance > 0)) invalid('tolerance', tolerance, 'a number above 0');
  const { abilityDistribution, groups, fixed, slopes, engine, onRound } = options;
  if (slopes === 'any' && model === 'rasch') invalid('slopes', slopes, 'positive with rasch');
  const fit = fitWithWorkspace(matrix, {
    model,
    quadrature,
    maxIterations,
    tolerance,
    abilityDistribution,
    groups,
    fixed,
    slopes,
    engine,
    onRound,
    priors: { ...DEFAULT_PRIORS, ...priors },
    hasFreeUnit: priors?.a === undefined,
  });
  const { mean, sd } = fit.groups;
  const plain: MarginalFit = {
    model,
    items: matrix.items,
    examinees: matrix.examinees,
    parameters: fit.parameters,
    abilities: fit.abilities,
    abilityErrors: errorsWithScale(fit),
    groups: { mean, sd },
    distribution: fit.distribution,
    logLikelihood: fit.logLikelihood,
    logPosterior: fit.logPosterior,
    freeParameters: fit.free,
    iterations: fit.iterations,
    converged: fit.converged,
    quadrature: fit.quadrature,
  };
  workspaces.set(plain, fit);
  return plain;
}

/**
 * Standard errors of a fit of `fitMarginal`, from the observed information at its estimate, priors included. The `method` is
 * `full`: of all parameters together; `expected`: the same with the expected information between items; or `blockwise`: of each
 * item given the others, which is too small. An estimated distribution of ability is treated as known.
 *
 * @param method `auto` (default) is `full` up to 60 items and `expected` above; `fellBack` is true if that was not possible
 * @throws OPTION_INVALID for a copy of a fit, or one from elsewhere: the required arrays are not part of its data
 */
export function standardErrors(
  fit: MarginalFit,
  method: 'auto' | ErrorMethod = 'auto',
): MarginalStandardErrors {
  const known = workspaces.get(fit);
  if (known === undefined)
    return fail('OPTION_INVALID', {
      option: 'fit',
      found: 'a fit that fitMarginal did not return',
      accepted: 'the object that fitMarginal returned, not a copy',
    });
  const { a, b, c, d, groups, fellBack, indefinite, ...errors } = errorsOfWorkspace(
    known,
    PLAIN_ENGINE,
    method,
  );
  return { a, b, c, d, groups, method: errors.method, fellBack, indefinite };
}
