import { fail } from '../../src/errors.ts';
import { answersOf } from '../../src/irt/answers.ts';
import { estimateAbility } from '../../src/irt/estimate/estimate.ts';
import { gridOf, stepFor } from '../../src/irt/likelihood-grid.ts';
import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import { pickExaminees, type ResponseMatrix } from '../../src/irt/responses.ts';
import { empiricalMarginal } from './empirical-marginal.ts';
import { expectedCurves } from './integrated/expected-curves.ts';
import { fitIntegrated, type IntegratedFit } from './integrated/fit-integrated.ts';
import type { ItemPriors } from './item-priors.ts';
import type { CalibrationEngine } from './marginal/engine/calibration-engine.ts';
import type { MarginalFit } from './marginal/fit-marginal.ts';
import type { Slopes } from './marginal/slopes.ts';
import { guessingCentre, type Rung } from './rungs.ts';

/** The report of each round of a fit. */
export interface CalibrationRound {
  readonly iteration: number;
  /** Estimate of the largest remaining change. */
  readonly change: number;
  readonly logPosterior: number | null;
}

export interface CalibrationOptions {
  /**
   * `integrated`: item parameters are integrated out, and abilities are estimated and standardised over the examinees; for many
   * items. `marginal`: abilities are integrated over N(0, 1) and items are estimated; for few items and many examinees. `auto`
   * (default): `integrated` from 200 answers per examinee on.
   */
  readonly mode?: 'auto' | 'integrated' | 'marginal';
  /** How much is learned about each item; default `3pl-shrunken`. */
  readonly rung?: Rung;
  /**
   * Number of answer options of each item (0: not known; Infinity: guesses are worth nothing): the guessing of the rung
   * `3pl-chance`.
   */
  readonly optionCounts?: ArrayLike<number> | undefined;
  /** Group of each item, from 0, none empty: groups have priors of their own. Default: one group. */
  readonly itemGroups?: ArrayLike<number> | undefined;
  /** Guessing of all items, instead of the rung's: the mean that it is shrunk towards, or its fixed value. */
  readonly guessing?: number;
  /** `any`: slopes may be negative, for items that work backwards. Marginal mode; the rung 1pl has one slope, above 0. */
  readonly slopes?: Slopes | undefined;
  /** Default 500. */
  readonly maxIterations?: number;
  /** Largest change (of an ability; marginal: of log a, δ, logit c) that counts as none. Default 0.001. */
  readonly tolerance?: number;
  readonly engine?: CalibrationEngine | undefined;
  /**
   * Weight of each answer, shaped like the scores, above 0: below 1 if answers are not independent. Integrated mode. @see
   * Varin, Reid & Firth (2011), Statistica Sinica 21, 5–42, for composite likelihoods
   */
  readonly weights?: Float32Array | undefined;
  /**
   * Positions of the examinees who define the scale, at least two: their mean is 0 and their variance, corrected for errors of
   * estimation, is 1 unless they lie too close together (IntegratedFit.scale). Default all. Integrated mode.
   */
  readonly scaledOn?: readonly number[] | undefined;
  /**
   * Group of each examinee, from 0, none empty: the first has abilities N(0, 1), the others normal distributions of their own. Default: one group.
   * Marginal mode; the integrated mode assumes no distribution.
   */
  readonly examineeGroups?: ArrayLike<number> | undefined;
  readonly onRound?: ((round: CalibrationRound) => void) | undefined;
}

/**
 * The result of a calibration. The scale: abilities of the examinees, or of those it is `scaledOn`, have mean 0 and variance 1.
 */
export interface Calibration {
  /** Marginal: posterior modes. Integrated: the expected curves for a new examinee. */
  readonly parameters: ItemParameters;
  /**
   * Posterior standard deviations given the abilities and the learned priors, so on the small side; integrated: in
   * proportion to the reported a, around the posterior mean. NaN if a parameter is not learned of each item.
   */
  readonly standardErrors: ParameterErrors;
  /** One entry per examinee. */
  readonly abilities: Float64Array;
  readonly mode: 'integrated' | 'marginal';
  readonly rung: Rung;
  readonly iterations: number;
  readonly converged: boolean;
  /** The priors as learned from the data. */
  readonly priors: Readonly<ItemPriors>;
  /** The underlying fit; null for the mode that was not used. */
  readonly marginal: MarginalFit | null;
  readonly integrated: IntegratedFit | null;
}

export interface ParameterErrors {
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
}

/** From this mean number of answers per examinee on, abilities are known well enough to be parameters. */
const INTEGRATED_FROM = 200;
/** Guessing is hardly identified by a few dozen models: its logit keeps this close to the prior's mean. */
const SD_LOGIT_GUESSING = 0.5;
/** A prior of log a this narrow makes all discriminations equal. */
const COMMON_SLOPE_SD = 0.01;

/** The mode that a calibration works in; `auto` goes by the answers per examinee. */
export function calibrationMode(
  matrix: ResponseMatrix,
  mode: CalibrationOptions['mode'] = 'auto',
): 'integrated' | 'marginal' {
  if (mode !== 'auto') return mode;
  return countAnswers(matrix) / matrix.examinees.length >= INTEGRATED_FROM
    ? 'integrated'
    : 'marginal';
}

/**
 * Gives every item parameters from recorded answers, under priors of log a, δ = −ab and logit c by item group that are
 * learned from the data (empirical Bayes).
 *
 * An item that everyone got right, or nobody answered, gets its parameters from the prior learned on the other items.
 * @throws OPTION_INVALID; TOO_FEW_EXAMINEES below 2; NO_ANSWERS for an examinee without any
 */
export function calibrate(matrix: ResponseMatrix, options: CalibrationOptions = {}): Calibration {
  const n = matrix.examinees.length;
  if (n < 2) fail('TOO_FEW_EXAMINEES', { found: n, needed: 2, purpose: 'a calibration' });
  const { guessing = 0.1, maxIterations = 500, tolerance = 0.001 } = options;
  if (!(guessing >= 0 && guessing < 1))
    fail('OPTION_INVALID', {
      option: 'guessing',
      found: String(guessing),
      accepted: 'a number from 0 to below 1',
    });
  const asked = options.rung ?? '3pl-shrunken';
  const rung = guessing === 0 && asked !== '1pl' ? '2pl' : asked;
  const priors = startPriors(matrix.items.length, rung, options);
  const isIntegrated = calibrationMode(matrix, options.mode) === 'integrated';
  if (isIntegrated && options.slopes === 'any')
    fail('OPTION_INVALID', {
      option: 'slopes',
      found: 'any',
      accepted:
        'positive in the integrated mode; for any, use the marginal mode (--method marginal)',
    });
  if (!isIntegrated) {
    const { fit, errors, parameters, abilities } = empiricalMarginal(matrix, priors, {
      ...options,
      maxIterations,
      tolerance,
    });
    const { iterations, converged } = fit;
    const common = { parameters, abilities, standardErrors: errors, iterations, converged };
    return { ...common, mode: 'marginal', rung, priors, marginal: fit, integrated: null };
  }
  const mixed = matrix.examinees.flatMap((_, i) => (hasRightAndWrong(matrix, i) ? [i] : []));
  const isUsable = mixed.length >= 2;
  const seen = isUsable ? mixed : matrix.examinees.map((_, i) => i);
  const { weights, scaledOn } = options;
  const scaled = scaledOn && seen.flatMap((i, k) => (scaledOn.includes(i) ? [k] : []));
  const fit = fitIntegrated(pickExaminees(matrix, seen), priors, {
    maxIterations,
    tolerance,
    engine: options.engine,
    weights: weights && pickExaminees({ ...matrix, scores: weights }, seen).scores,
    scaledOn: scaled && (scaled.length >= 2 ? scaled : seen.map((_, k) => k)),
    onRound: (round) => options.onRound?.({ ...round, logPosterior: null }),
  });
  const curves = expectedCurves(fit.items);
  if (priors.keepSdLogA !== null) oneSlopeAGroup(curves.logA, priors);
  const { parameters, standardErrors } = inAbilityUnits(
    { ...fit.items, ...curves },
    (j) => matrix.items[j],
  );
  if (priors.keepSdLogA !== null) standardErrors.a.fill(Number.NaN);
  const known = withConstantExaminees(matrix, seen, fit, parameters);
  const { iterations, converged } = fit;
  return {
    parameters,
    standardErrors,
    abilities: known.abilities,
    mode: 'integrated',
    rung,
    iterations,
    converged,
    priors,
    marginal: null,
    integrated: { ...fit, ...known },
  };
}

/** False if all answers of examinee `i` are right, or all are wrong: its ability then has no finite estimate. */
export function hasRightAndWrong({ scores, items }: ResponseMatrix, i: number): boolean {
  const own = scores.subarray(i * items.length, (i + 1) * items.length);
  return !(
    own.every((u) => Number.isNaN(u) || u === 1) || own.every((u) => Number.isNaN(u) || u === 0)
  );
}

/** If one discrimination was requested, the narrow prior leaves small differences; remove them. */
function oneSlopeAGroup(logA: Float64Array, { of, groups }: ItemPriors): void {
  for (let j = 0; j < logA.length; j++) logA[j] = groups[of[j]].meanLogA;
}

/**
 * Abilities and errors of all examinees: from the fit, or, for examinees whose answers are all right or all wrong and whom the
 * fit left out, the expected a posteriori estimate on the fitted curves. Inside the fit, such an ability would diverge, and
 * with it the unit of the scale, the spread of the examinees.
 */
function withConstantExaminees(
  matrix: ResponseMatrix,
  seen: readonly number[],
  fit: IntegratedFit,
  parameters: ItemParameters,
): { abilities: Float64Array; abilityErrors: Float64Array } {
  const n = matrix.examinees.length;
  if (seen.length === n) return fit;
  const abilities = new Float64Array(n).fill(Number.NaN);
  const abilityErrors = new Float64Array(n);
  seen.forEach((i, k) => {
    abilities[i] = fit.abilities[k];
    abilityErrors[i] = fit.abilityErrors[k];
  });
  const width = matrix.items.length;
  for (let i = 0; i < n; i++) {
    if (!Number.isNaN(abilities[i])) continue;
    const answers = answersOf(parameters, matrix.scores.subarray(i * width, (i + 1) * width));
    const grid = gridOf(answers, -6, 6, stepFor(parameters, 0.1));
    const { ability, se } = estimateAbility('eap', answers, grid);
    abilities[i] = ability;
    abilityErrors[i] = se;
  }
  return { abilities, abilityErrors };
}

function startPriors(items: number, rung: Rung, options: CalibrationOptions): ItemPriors {
  const logitC = Float64Array.from({ length: items }, (_, j) => {
    const centre = options.guessing ?? guessingCentre(rung, options.optionCounts?.[j] ?? 0);
    return Math.log(centre / (1 - centre));
  });
  if (rung === '2pl' || rung === '1pl') logitC.fill(Number.NEGATIVE_INFINITY);
  const of = Int32Array.from({ length: items }, (_, j) => options.itemGroups?.[j] ?? 0);
  const groups = of.reduce((most, g) => Math.max(most, g + 1), 1);
  const keepSdLogA = rung === '1pl' ? COMMON_SLOPE_SD : null;
  return {
    of,
    groups: Array.from({ length: groups }, () => ({
      meanLogA: 0,
      sdLogA: keepSdLogA ?? 0.5,
      meanDelta: 0,
      sdDelta: 1.5,
      meanLogitC: logitC[0] ?? 0,
    })),
    sdLogitC: rung === '3pl-shrunken' ? SD_LOGIT_GUESSING : 0,
    logitC,
    keepSdLogA,
    keepMeanLogitC: options.guessing !== undefined,
  };
}

/** @throws NO_ANSWERS for an examinee without any */
function countAnswers({ scores, examinees, items }: ResponseMatrix): number {
  const width = items.length;
  let all = 0;
  examinees.forEach((examinee, i) => {
    let own = 0;
    for (let k = i * width; k < (i + 1) * width; k++) if (!Number.isNaN(scores[k])) own++;
    if (own === 0) fail('NO_ANSWERS', { where: `examinee ${examinee}` });
    all += own;
  });
  return all;
}

/** From log a, δ and logit c to a, b and c, the standard errors by the delta method. */
function inAbilityUnits(
  items: {
    readonly logA: Float64Array;
    readonly delta: Float64Array;
    readonly c: Float64Array;
    readonly varLogA: Float64Array;
    readonly varDelta: Float64Array;
    readonly covariance: Float64Array;
    readonly varLogitC: Float64Array;
  },
  nameOf: (j: number) => string,
): Pick<Calibration, 'parameters' | 'standardErrors'> {
  const a = items.logA.map(Math.exp);
  const b = a.map((slope, j) => -items.delta[j] / slope);
  const { c } = items;
  return {
    parameters: itemParameters({ a, b, c }, nameOf),
    standardErrors: {
      a: a.map((slope, j) => slope * Math.sqrt(items.varLogA[j])),
      b: b.map((difficulty, j) => {
        const variance = items.varDelta[j] / (a[j] * a[j]);
        const turn = difficulty * difficulty * items.varLogA[j];
        return Math.sqrt(variance + turn + (2 * difficulty * items.covariance[j]) / a[j]);
      }),
      c: c.map((guess, j) => guess * (1 - guess) * Math.sqrt(items.varLogitC[j])),
    },
  };
}
