import { fail } from '../../src/errors.ts';
import { type ItemParameters, itemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import type { ItemPriors, ItemState } from './item-step.ts';
import { fitJoint, NO_SPREAD } from './joint.ts';
import { fitMarginal } from './marginal.ts';

export interface CalibrationOptions {
  /**
   * `joint`: abilities are parameters, standardised over the examinees; right for many items. `marginal`: abilities
   * are integrated over N(0, 1); right for few. `auto` (default) takes the first from `JOINT_FROM` answers an examinee.
   */
  readonly mode?: 'auto' | 'joint' | 'marginal';
  /** Centre of the prior of guessing. Default 0.1. */
  readonly guessing?: number;
  /** Default 200. */
  readonly maxIterations?: number;
  /** Largest change (of an ability, or of log a and δ) that counts as none. Default 0.001. */
  readonly tolerance?: number;
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
  readonly iterations: number;
  readonly converged: boolean;
  /** The priors as learned from the data. */
  readonly priors: Readonly<ItemPriors>;
}

/** From this mean number of answers an examinee, posteriors are narrower than 61 nodes can show. */
const JOINT_FROM = 200;
/** Guessing is hardly identified by a few dozen models: its logit keeps this close to the prior's centre. */
const SD_LOGIT_GUESSING = 0.5;

/**
 * Gives every item three-parameter logistic parameters from recorded answers: maximum a posteriori with priors of
 * log a and δ = −ab learned from the data (empirical Bayes) and logit c ~ N(logit guessing, 0.5).
 *
 * An item everyone got right, or nobody answered, gets the parameters its prior and its neighbours give it.
 * @throws TOO_FEW_EXAMINEES below 2; NO_ANSWERS for an examinee without any
 */
export function calibrate(matrix: ResponseMatrix, options: CalibrationOptions = {}): Calibration {
  const n = matrix.examinees.length;
  if (n < 2) fail('TOO_FEW_EXAMINEES', { found: n, needed: 2, purpose: 'a calibration' });
  const { guessing = 0.1, maxIterations = 200, tolerance = 0.001 } = options;
  const { items, abilities, answers } = start(matrix, guessing);
  const priors: ItemPriors = {
    meanLogA: 0,
    sdLogA: 0.5,
    meanDelta: 0,
    sdDelta: 1.5,
    meanLogitC: Math.log(guessing / (1 - guessing)),
    sdLogitC: SD_LOGIT_GUESSING,
  };
  const auto = answers / n >= JOINT_FROM ? 'joint' : 'marginal';
  const mode = options.mode === undefined || options.mode === 'auto' ? auto : options.mode;
  const fit = mode === 'joint' ? fitJoint : fitMarginal;
  const { rounds, converged } = fit(matrix, items, abilities, priors, maxIterations, tolerance);
  return {
    ...inAbilityUnits(matrix, items),
    abilities,
    mode,
    iterations: rounds,
    converged,
    priors,
  };
}

/** Starting values: intercepts from the share right, abilities from the standardised residual scores. */
function start(
  matrix: ResponseMatrix,
  guessing: number,
): { items: ItemState; abilities: Float64Array; answers: number } {
  const n = matrix.examinees.length;
  const width = matrix.items.length;
  const zeros = () => new Float64Array(width);
  const items: ItemState = {
    logA: zeros(),
    delta: zeros(),
    logitC: zeros().fill(Math.log(guessing / (1 - guessing))),
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
