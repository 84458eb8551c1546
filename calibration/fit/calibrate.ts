import { fail } from '../../src/errors.ts';
import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import type { ItemPriors, ItemState } from './item-step.ts';
import { COMMON_SLOPE_SD, fitJoint, NO_SPREAD } from './joint.ts';
import { learnWorkspacePriors } from './learn-priors.ts';
import type { Engine } from './marginal/engine.ts';
import { fitMarginal, type MarginalFit } from './marginal/fit-marginal.ts';
import type { Prior } from './marginal/prior.ts';
import { guessingCentre, type Rung } from './rungs.ts';

/** What a round of a fit tells while it goes on. */
export interface CalibrationRound {
  readonly iteration: number;
  /** Largest change that is left, estimated. */
  readonly change: number;
  readonly logPosterior: number | null;
}

export interface CalibrationOptions {
  /**
   * `joint`: abilities are parameters, standardised over the examinees; right for many items. `marginal`: abilities
   * are integrated over N(0, 1); right for few. `auto` (default) takes the first from `JOINT_FROM` answers an examinee.
   */
  readonly mode?: 'auto' | 'joint' | 'marginal';
  /** How much is learned of each item; default `3pl-shrunken`. */
  readonly rung?: Rung;
  /** Number of answer options of each item (0: not known): the guessing of the rung `3pl-chance`. */
  readonly optionCounts?: ArrayLike<number> | undefined;
  /** Centre of the prior of guessing for all items, in place of the rung's. */
  readonly guessing?: number;
  /** Default 500. */
  readonly maxIterations?: number;
  /** Largest change (of an ability; marginal: of log a, δ, logit c) that counts as none. Default 0.001. */
  readonly tolerance?: number;
  readonly engine?: Engine | undefined;
  readonly onRound?: ((round: CalibrationRound) => void) | undefined;
}

/** What a calibration learned. The scale: abilities of the examinees have mean 0 and variance 1. */
export interface Calibration {
  readonly parameters: ItemParameters;
  /** Posterior standard deviations, given the other items and the abilities. */
  readonly standardErrors: {
    readonly a: Float64Array;
    readonly b: Float64Array;
    readonly c: Float64Array;
  };
  /** One entry an examinee. */
  readonly abilities: Float64Array;
  readonly mode: 'joint' | 'marginal';
  readonly rung: Rung;
  readonly iterations: number;
  readonly converged: boolean;
  /** The priors as learned from the data. */
  readonly priors: Readonly<ItemPriors>;
  /** The marginal fit behind it; null in the joint mode. */
  readonly marginal: MarginalFit | null;
}

/** From this mean number of answers an examinee, abilities are known well enough to stand as parameters. */
const JOINT_FROM = 200;
/** Guessing is hardly identified by a few dozen models: its logit keeps this close to the prior's centre. */
const SD_LOGIT_GUESSING = 0.5;

/**
 * Gives every item parameters from recorded answers: maximum a posteriori with priors of log a and δ = −ab learned from
 * the data (empirical Bayes), and logit c close to the rung's centre of guessing.
 *
 * An item everyone got right, or nobody answered, gets the parameters its prior and its neighbours give it.
 * @throws TOO_FEW_EXAMINEES below 2; NO_ANSWERS for an examinee without any
 */
export function calibrate(matrix: ResponseMatrix, options: CalibrationOptions = {}): Calibration {
  const n = matrix.examinees.length;
  if (n < 2) fail('TOO_FEW_EXAMINEES', { found: n, needed: 2, purpose: 'a calibration' });
  const { rung = '3pl-shrunken', maxIterations = 500, tolerance = 0.001 } = options;
  const logitCentres = Float64Array.from({ length: matrix.items.length }, (_, j) => {
    const centre = options.guessing ?? guessingCentre(rung, options.optionCounts?.[j] ?? 0);
    return Math.log(centre / (1 - centre));
  });
  const { items, abilities, answers } = start(matrix, logitCentres);
  const priors: ItemPriors = {
    meanLogA: 0,
    sdLogA: 0.5,
    meanDelta: 0,
    sdDelta: 1.5,
    meanLogitC: logitCentres[0],
    sdLogitC: SD_LOGIT_GUESSING,
    logitCentres,
  };
  const auto = answers / n >= JOINT_FROM ? 'joint' : 'marginal';
  const mode = options.mode === undefined || options.mode === 'auto' ? auto : options.mode;
  if (mode === 'marginal')
    return empiricalMarginal(matrix, { ...options, rung, maxIterations, tolerance }, priors);
  const { rounds, converged } = fitJoint(matrix, items, abilities, priors, {
    maxRounds: maxIterations,
    tolerance,
    commonSlope: rung === '1pl',
    onRound: (iteration, change) => options.onRound?.({ iteration, change, logPosterior: null }),
  });
  if (rung === '2pl' || rung === '1pl') items.logitC.fill(Number.NEGATIVE_INFINITY);
  return {
    ...inAbilityUnits(matrix, items),
    abilities,
    mode,
    rung,
    iterations: rounds,
    converged,
    priors,
    marginal: null,
  };
}

/** The marginal mode at a rung: its priors are learned between the cycles of EM. */
function empiricalMarginal(
  matrix: ResponseMatrix,
  options: CalibrationOptions & { rung: Rung; maxIterations: number; tolerance: number },
  start: ItemPriors,
): Calibration {
  const { rung } = options;
  const guesses = rung === '3pl-chance' || rung === '3pl-shrunken';
  const sdLogA = rung === '1pl' ? COMMON_SLOPE_SD : start.sdLogA;
  const none: Prior = { family: 'none' };
  const fit = fitMarginal(matrix, {
    model: guesses ? '3pl' : '2pl',
    priors: {
      a: { family: 'lognormal', mean: start.meanLogA + sdLogA * sdLogA, sd: sdLogA },
      b: { family: 'intercept', mean: start.meanDelta, sd: start.sdDelta },
      c: Array.from(start.logitCentres!, (mean) => ({
        family: 'logitnormal',
        mean,
        sd: start.sdLogitC,
      })),
      d: none,
    },
    quadrature: 'auto',
    maxIterations: options.maxIterations,
    tolerance: options.tolerance,
    engine: options.engine,
    onRound: options.onRound,
    learnPriors: (workspace) =>
      learnWorkspacePriors(workspace, rung === '1pl' ? COMMON_SLOPE_SD : undefined),
  });
  const { workspace, parameters } = fit;
  const all = matrix.items.length;
  const learned = workspace.priors;
  const part = (k: number, of: Float64Array) => of.slice(k * all, (k + 1) * all);
  const items: ItemState = {
    logA: part(0, workspace.from),
    delta: part(1, workspace.from),
    logitC: part(2, workspace.from),
    varLogA: part(0, workspace.variances),
    varDelta: part(1, workspace.variances),
    varLogitC: part(2, workspace.variances),
    covLogADelta: workspace.covariances.slice(),
  };
  return {
    ...inAbilityUnits(matrix, items),
    parameters,
    abilities: fit.abilities,
    mode: 'marginal',
    rung,
    iterations: fit.iterations,
    converged: fit.converged,
    priors: {
      ...start,
      meanLogA: learned[0] - learned[all] ** 2,
      sdLogA: learned[all],
      meanDelta: learned[2 * all],
      sdDelta: learned[3 * all],
    },
    marginal: fit,
  };
}

/** Starting values: intercepts from the share right, abilities from the standardised residual scores. */
function start(
  matrix: ResponseMatrix,
  logitCentres: Float64Array,
): { items: ItemState; abilities: Float64Array; answers: number } {
  const n = matrix.examinees.length;
  const width = matrix.items.length;
  const zeros = () => new Float64Array(width);
  const items: ItemState = {
    logA: zeros(),
    delta: zeros(),
    logitC: logitCentres.slice(),
    varLogA: zeros(),
    varDelta: zeros(),
    varLogitC: zeros(),
    covLogADelta: zeros(),
  };
  const share = zeros();
  for (let j = 0; j < width; j++) {
    let right = 0.5;
    let asked = 1;
    for (let i = 0; i < n; i++) {
      const u = matrix.scores[i * width + j];
      if (Number.isNaN(u)) continue;
      right += u;
      asked++;
    }
    share[j] = right / asked;
    items.delta[j] = Math.log(share[j] / (1 - share[j]));
  }
  const abilities = new Float64Array(n);
  let answers = 0;
  for (let i = 0; i < n; i++) {
    let residual = 0;
    let asked = 0;
    for (let j = 0; j < width; j++) {
      const u = matrix.scores[i * width + j];
      if (Number.isNaN(u)) continue;
      residual += u - share[j];
      asked++;
    }
    if (asked === 0) fail('NO_ANSWERS', { where: `examinee ${matrix.examinees[i]}` });
    answers += asked;
    abilities[i] = residual / asked;
  }
  const mean = abilities.reduce((sum, x) => sum + x, 0) / n;
  const spread = Math.sqrt(abilities.reduce((sum, x) => sum + (x - mean) ** 2, 0) / n);
  const sd = spread > NO_SPREAD ? spread : 1;
  for (let i = 0; i < n; i++) abilities[i] = (abilities[i] - mean) / sd;
  return { items, abilities, answers };
}

/** From log a, δ and logit c to a, b and c, the standard errors by the delta method. */
function inAbilityUnits(
  matrix: ResponseMatrix,
  items: ItemState,
): Pick<Calibration, 'parameters' | 'standardErrors'> {
  const width = matrix.items.length;
  const a = items.logA.map(Math.exp);
  const b = new Float64Array(width);
  const c = new Float64Array(width);
  const standardErrors = {
    a: new Float64Array(width),
    b: new Float64Array(width),
    c: new Float64Array(width),
  };
  for (let j = 0; j < width; j++) {
    b[j] = -items.delta[j] / a[j];
    c[j] = 1 / (1 + Math.exp(-items.logitC[j]));
    standardErrors.a[j] = a[j] * Math.sqrt(items.varLogA[j]);
    standardErrors.b[j] = Math.sqrt(
      items.varDelta[j] / (a[j] * a[j]) +
        b[j] * b[j] * items.varLogA[j] +
        (2 * b[j] * items.covLogADelta[j]) / a[j],
    );
    standardErrors.c[j] = c[j] * (1 - c[j]) * Math.sqrt(items.varLogitC[j]);
  }
  return { parameters: itemParameters({ a, b, c }, (j) => matrix.items[j]), standardErrors };
}
