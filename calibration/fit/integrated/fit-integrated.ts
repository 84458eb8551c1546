import { pickItems, type ResponseMatrix } from '../../../src/irt/responses.ts';
import { sharesRight } from '../../../src/irt/shares-right.ts';
import { mean } from '../../../src/statistics/mean.ts';
import { moments } from '../../../src/statistics/moments.ts';
import { type ItemPriors, keepWithinBounds, learnPriors } from '../item-priors.ts';
import type { CalibrationEngine } from '../marginal/engine/calibration-engine.ts';
import { accelerated } from './accelerated.ts';
import type { ItemPosteriors } from './item-posteriors.ts';
import { plainRounds } from './round-block.ts';
import type { RoundRunner } from './round-workspace.ts';

export interface IntegratedOptions {
  readonly maxIterations: number;
  /** Converged if no ability changes by more than this in ten rounds, or by half in two; the remaining distance may be a few times that. */
  readonly tolerance: number;
  readonly onRound?: ((round: { iteration: number; change: number }) => void) | undefined;
  /** Weight of each answer, shaped like the scores; default 1. */
  readonly weights?: Float32Array | undefined;
  /** The engine that runs rounds; by default this thread. */
  readonly engine?: CalibrationEngine | undefined;
  /** Positions of the examinees who define the scale; by default all, even if they lie close together. */
  readonly scaledOn?: readonly number[] | undefined;
}

/** The scale, if some examinees were chosen to define it. */
export interface FittedScale {
  /**
   * Standard deviation of their abilities, corrected for errors of estimation, in logits of an item of mean log discrimination.
   */
  readonly spread: number;
  /** True if they lie closer together than SMALLEST_SPREAD, which is then the unit. */
  readonly isFloor: boolean;
}

/** The result of the fit. The scale: abilities of the examinees, or those it is scaled on, have mean 0 and variance 1. */
export interface IntegratedFit {
  readonly abilities: Float64Array;
  /** 1/√information of the abilities, items integrated. */
  readonly abilityErrors: Float64Array;
  readonly items: ItemPosteriors;
  readonly iterations: number;
  readonly converged: boolean;
  /** Largest change of an ability in the last rounds. */
  readonly change: number;
  /**
   * Log-likelihood of the answers given the estimated abilities, the items integrated over the learned priors. With the
   * abilities' prior it is what the fit maximises. It is not comparable with the log-likelihood of a marginal fit, which
   * integrates abilities over their distribution and has the items estimated.
   */
  readonly integratedLogLikelihood: number;
  /** Null if all examinees define the scale. */
  readonly scale: FittedScale | null;
}

/**
 * A spread of abilities below this many logits cannot be the unit of a scale: for a few examinees of equal ability it would be
 * chance, and items would appear not to discriminate at all.
 */
export const SMALLEST_SPREAD = 0.5;
/** Standard deviations of abilities up to this are rounding; scaling by them would make item parameters huge. */
const NO_SPREAD = 1e-9;
/** The largest step of an ability per round. */
const LONGEST_STEP = 0.7;
/** Priors need not be as exact as abilities. */
const PRIOR_WEIGHT = 0.5;

/**
 * For few examinees and many items, where the items are the incidental parameters. Their log a and δ are integrated out under
 * priors that are learned from the data, and the likelihood is maximised over the abilities and the priors; the scale is the
 * one on which the examinees' abilities have mean 0 and variance 1. Item modes given estimated abilities (joint maximum a
 * posteriori) overstate discrimination if an item has a dozen answers; integrating does not.
 *
 * An EM algorithm with the roles of Bock & Aitkin's exchanged: the E-step is each item's posterior given the abilities,
 * the M-step a Fisher-scoring step of every ability on E[log-likelihood | posterior] and the update of the priors.
 * Rounds are combined by Anderson acceleration, and start from the same fit to a sample of the items.
 *
 * With `scaledOn` the unit is one logit of an average item (mean log a = 0) until the end. Then it becomes the spread of the
 * examinees who define the scale, if it is large enough.
 *
 * @param priors where to start from; left as learned
 */
export function fitIntegrated(
  matrix: ResponseMatrix,
  priors: ItemPriors,
  options: IntegratedOptions,
): IntegratedFit {
  const n = matrix.examinees.length;
  const size = {
    examinees: n,
    items: matrix.items.length,
    groups: priors.groups.length,
    learnsC: priors.sdLogitC > 0,
    weighted: options.weights !== undefined,
  };
  const runner = options.engine?.openRounds?.(size) ?? plainRounds(size);
  try {
    return fitRounds(matrix, priors, options, runner);
  } finally {
    runner.close();
  }
}

function fitRounds(
  matrix: ResponseMatrix,
  priors: ItemPriors,
  options: IntegratedOptions,
  runner: RoundRunner,
): IntegratedFit {
  const { maxIterations, tolerance, onRound } = options;
  const n = matrix.examinees.length;
  const unit: Unit = options.scaledOn === undefined ? 'spread' : 'slope';
  const scaledOn = options.scaledOn ?? Array.from({ length: n }, (_, i) => i);
  const items = runner.workspace;
  items.scores.set(matrix.scores);
  if (options.weights !== undefined) items.weights.set(options.weights);
  items.of.set(priors.of);
  items.modeLogitC.set(priors.logitC);
  items.logitC.set(priors.logitC);
  const abilities = start(matrix, items);
  abilities.set(fromSample(matrix, priors, options) ?? abilities);
  standardise(abilities, scaledOn, 'spread');
  const errors = new Float64Array(n);
  const round = openRound(matrix, runner, priors, options.weights ?? null, { scaledOn, unit });
  const state = new Float64Array(n + stateSize(priors));
  state.set(abilities);
  writePriors(priors, state.subarray(n));
  const { iterations, converged, change } = accelerated(
    state,
    (from, to) => {
      abilities.set(from.subarray(0, n));
      standardise(abilities, scaledOn, unit);
      readPriors(priors, from.subarray(n));
      round(abilities, errors, false);
      to.set(abilities);
      writePriors(priors, to.subarray(n));
    },
    {
      maxIterations,
      tolerance,
      weights: state.map((_, k) => (k < n ? 1 : PRIOR_WEIGHT)),
      onRound,
    },
  );
  abilities.set(state.subarray(0, n));
  standardise(abilities, scaledOn, unit);
  readPriors(priors, state.subarray(n));
  // The posteriors at the point that is reported.
  const integratedLogLikelihood = round(abilities, errors, true);
  const found = { items, iterations, converged, change, integratedLogLikelihood };
  const fit = { abilities, abilityErrors: errors, ...found };
  if (unit === 'spread') return { ...fit, scale: null };
  return { ...fit, scale: toSpread(fit, priors, scaledOn) };
}

/** Makes the spread of some examinees, corrected for errors of estimation, the unit; returns that spread. */
function toSpread(
  {
    abilities,
    abilityErrors,
    items,
  }: { abilities: Float64Array; abilityErrors: Float64Array; items: ItemPosteriors },
  priors: ItemPriors,
  of: readonly number[],
): FittedScale {
  const centre = mean(of.map((i) => abilities[i]));
  const variance = of.reduce(
    (sum, i) => sum + ((abilities[i] - centre) ** 2 - abilityErrors[i] ** 2) / of.length,
    0,
  );
  const spread = Math.sqrt(Math.max(0, variance));
  const unit = Math.max(spread, SMALLEST_SPREAD);
  for (let i = 0; i < abilities.length; i++) {
    abilities[i] /= unit;
    abilityErrors[i] /= unit;
  }
  rescale(items, priors, { mean: 0, sd: unit });
  const shift = Math.log(unit);
  for (let j = 0; j < items.logA.length; j++) items.logA[j] += shift;
  for (let q = 0; q < items.nodeA.length; q++) items.nodeA[q] *= unit;
  return { spread, isFloor: spread < SMALLEST_SPREAD };
}

/** Number of sampled items for the first fit, if there are several times as many items. */
const SAMPLE = 1500;
const TIMES = 3;
const SAMPLE_ROUNDS = 60;

/** Least starting values of the priors after the fit to the sample. */
const LIFTED = { sdLogA: 0.3, sdDelta: 1, logitC: Math.log(0.05 / 0.95) };

/**
 * Abilities of the fit to a sample of the items; null if there are too few items for this to pay. The sample takes every k-th
 * item in the order of the shares right, so it represents the bank for any order of items. Its priors are kept but moved off
 * their bounds: a spread or guessing that starts near 0 hardly leaves it.
 */
function fromSample(
  matrix: ResponseMatrix,
  priors: ItemPriors,
  { tolerance, weights, scaledOn, engine }: IntegratedOptions,
): Float64Array | null {
  const width = matrix.items.length;
  if (width < TIMES * SAMPLE) return null;
  const share = sharesRight(matrix);
  const order = Int32Array.from(share.keys()).sort((j, k) => share[j] - share[k] || j - k);
  const every = Math.floor(width / SAMPLE);
  const picked = order.filter((_, k) => k % every === every >> 1).sort();
  const sample = {
    ...priors,
    groups: priors.groups.map((group) => ({ ...group })),
    of: picked.map((j) => priors.of[j]),
    logitC: Float64Array.from(picked, (j) => priors.logitC[j]),
  };
  const own = weights === undefined ? undefined : pickItems({ ...matrix, scores: weights }, picked);
  const options = {
    maxIterations: SAMPLE_ROUNDS,
    tolerance,
    weights: own?.scores,
    scaledOn,
    engine,
  };
  const fit = fitIntegrated(pickItems(matrix, picked), sample, options);
  sample.groups.forEach((learned, g) => {
    const group = priors.groups[g];
    group.meanLogA = learned.meanLogA;
    group.meanDelta = learned.meanDelta;
    group.sdDelta = Math.max(LIFTED.sdDelta, learned.sdDelta);
    if (priors.keepSdLogA === null) group.sdLogA = Math.max(LIFTED.sdLogA, learned.sdLogA);
    if (priors.sdLogitC > 0)
      group.meanLogitC = Math.max(Math.min(LIFTED.logitC, group.meanLogitC), learned.meanLogitC);
  });
  return fit.abilities;
}

/** Entries of the priors in a point of the iteration: two means and two spreads a group, and the mean of logit c if learned. */
function stateSize({ groups, sdLogitC }: ItemPriors): number {
  return (sdLogitC > 0 ? 5 : 4) * groups.length;
}

/** Spreads are extrapolated as logarithms. */
function writePriors({ groups, sdLogitC }: ItemPriors, into: Float64Array): void {
  let k = 0;
  for (const group of groups) {
    into[k++] = group.meanLogA;
    into[k++] = Math.log(group.sdLogA);
    into[k++] = group.meanDelta;
    into[k++] = Math.log(group.sdDelta);
    if (sdLogitC > 0) into[k++] = group.meanLogitC;
  }
}

function readPriors(priors: ItemPriors, from: Float64Array): void {
  const { groups, sdLogitC } = priors;
  let k = 0;
  for (const group of groups) {
    group.meanLogA = from[k++];
    group.sdLogA = Math.exp(from[k++]);
    group.meanDelta = from[k++];
    group.sdDelta = Math.exp(from[k++]);
    if (sdLogitC > 0) group.meanLogitC = from[k++];
    keepWithinBounds(group, priors);
  }
}

/** Rounds between two updates of the information, which sets the length of steps. */
const LOOKS = 4;

/** One round from given abilities: item posteriors, new priors, and every ability a step further, standardised. */
function openRound(
  matrix: ResponseMatrix,
  { workspace, run }: RoundRunner,
  priors: ItemPriors,
  weights: Float32Array | null,
  { scaledOn, unit }: { readonly scaledOn: readonly number[]; readonly unit: Unit },
) {
  const n = matrix.examinees.length;
  const gradient = new Float64Array(n);
  const information = new Float64Array(n);
  const priorCounts = Float64Array.from({ length: n }, (_, i) => meanCount(matrix, weights, i));
  let rounds = 0;
  return (abilities: Float64Array, errors: Float64Array, isLast: boolean): number => {
    const looks = isLast || rounds++ % LOOKS === 0;
    workspace.abilities.set(abilities);
    workspace.settings.set([priors.sdLogitC, looks ? 1 : 0, isLast ? 1 : 0]);
    priors.groups.forEach((group, g) => {
      const { meanLogA, sdLogA, meanDelta, sdDelta, meanLogitC } = group;
      workspace.groupPriors.set([meanLogA, sdLogA, meanDelta, sdDelta, meanLogitC], 5 * g);
    });
    run();
    sumBlocks(workspace.gradient, gradient);
    if (looks) sumBlocks(workspace.information, information);
    const logLikelihood = workspace.logLikelihood.reduce((sum, part) => sum + part, 0);
    for (let i = 0; i < n; i++) errors[i] = 1 / Math.sqrt(information[i] + 1);
    if (isLast) return logLikelihood;
    learnPriors(workspace, priors, true);
    for (let i = 0; i < n; i++) {
      // The standard normal prior matters only for examinees with few answers. Its weight is that of their answers.
      const step =
        (gradient[i] - priorCounts[i] * abilities[i]) / (information[i] + priorCounts[i]);
      abilities[i] += Math.max(-LONGEST_STEP, Math.min(LONGEST_STEP, step));
    }
    rescale(workspace, priors, standardise(abilities, scaledOn, unit, meanLogA(priors)));
    return logLikelihood;
  };
}

/** The sums of all blocks, one after another. */
function sumBlocks(parts: Float64Array, into: Float64Array): void {
  into.fill(0);
  for (let at = 0; at < parts.length; at++) into[at % into.length] += parts[at];
}

/** Mean weight of the answers of examinee `i`. */
function meanCount(
  { scores, items }: ResponseMatrix,
  weights: Float32Array | null,
  i: number,
): number {
  if (weights === null) return 1;
  let [sum, asked] = [0, 0];
  for (let k = i * items.length; k < (i + 1) * items.length; k++) {
    if (Number.isNaN(scores[k])) continue;
    sum += weights[k];
    asked++;
  }
  return sum / asked;
}

/** The unit of the scale during the fit: the spread of the examinees, or the logit of an average item. */
type Unit = 'spread' | 'slope';

/** The mean of log a over all items, from the priors. */
function meanLogA({ groups, of }: ItemPriors): number {
  let sum = 0;
  for (const g of of) sum += groups[g].meanLogA;
  return sum / of.length;
}

/**
 * Rescales all abilities so that those of some examinees have mean 0 and, depending on the unit, either their variance is 1 or
 * the items have mean log a = 0. Returns the former values of the new 0 and unit.
 */
function standardise(
  abilities: Float64Array,
  of: readonly number[],
  unit: Unit,
  logA = 0,
): { mean: number; sd: number } {
  const { mean, sd: own } = moments(of.map((i) => abilities[i]));
  const spread = unit === 'slope' ? Math.exp(-logA) : own;
  const sd = spread > NO_SPREAD ? spread : 1;
  for (let i = 0; i < abilities.length; i++) abilities[i] = (abilities[i] - mean) / sd;
  return { mean, sd };
}

/** The items, and the priors of log a and δ, on the scale of abilities that were standardised. */
function rescale(
  items: ItemPosteriors,
  priors: ItemPriors,
  { mean, sd }: { mean: number; sd: number },
): void {
  const shift = Math.log(sd);
  for (let j = 0; j < items.modeLogA.length; j++) {
    items.modeDelta[j] += Math.exp(items.modeLogA[j]) * mean;
    items.modeLogA[j] += shift;
  }
  for (const group of priors.groups) {
    group.meanDelta += Math.exp(group.meanLogA + group.sdLogA ** 2 / 2) * mean;
    group.meanLogA += shift;
  }
}

/** Starting values: intercepts from the share right, abilities from the standardised residual scores. */
function start(matrix: ResponseMatrix, items: ItemPosteriors): Float64Array {
  const n = matrix.examinees.length;
  const width = matrix.items.length;
  const share = sharesRight(matrix);
  share.forEach((p, j) => {
    items.modeDelta[j] = Math.log(p / (1 - p));
  });
  const abilities = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let residual = 0;
    let asked = 0;
    for (let j = 0; j < width; j++) {
      const u = matrix.scores[i * width + j];
      if (Number.isNaN(u)) continue;
      residual += u - share[j];
      asked++;
    }
    abilities[i] = asked > 0 ? residual / asked : 0;
  }
  return abilities;
}
