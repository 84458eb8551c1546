import { pickItems, type ResponseMatrix } from '../../../src/irt/responses.ts';
import { sharesRight } from '../../../src/irt/shares-right.ts';
import {
  type Calibration,
  type CalibrationOptions,
  calibrate,
  hasRightAndWrong,
} from '../../fit/calibrate.ts';
import type { FittedScale } from '../../fit/integrated/fit-integrated.ts';
import { type Dependence, dependenceOf } from './dependence.ts';
import { type DesignEffects, designEffects, generatorEffects } from './design-effects.ts';
import { type ModeEffect, modeEffect } from './mode-effect.ts';
import { residualsOf } from './residuals.ts';
import type { SynthesisMatrix } from './synthesis-matrix.ts';

/** Parameters from synthesized answers, and the difference between participants and independent models that answer alone. */
export interface SynthesisFit {
  /** The fit with participants as examinees, each answer weighted by its information. The scale is that of the models alone. */
  readonly calibration: Calibration;
  readonly dependence: Dependence;
  readonly designEffects: DesignEffects;
  /** Null if no generator has solo and reflected answers. */
  readonly modeEffect: ModeEffect | null;
  /**
   * The scale and the examinees who define it: the models alone, or all participants if fewer than two models answered alone.
   */
  readonly scale: FittedScale & { readonly on: 'solo' | 'all' };
}

export type SynthesisFitOptions = Omit<
  CalibrationOptions,
  'mode' | 'weights' | 'scaledOn' | 'guessing'
>;

/** Number of items for estimating the dependence; more items change only the second digit of a correlation. */
const SAMPLE = 1500;
/**
 * Weights and residuals are updated in turn until the design effect changes by less than this share, or for this many rounds.
 */
const SETTLED = 0.05;
const PASSES = 3;
const NOTHING_SHARED: Dependence = {
  sameGenerator: 0,
  sameGeneration: 0,
  sameCritic: 0,
  criticGenerates: 0,
  itemGeneratorVariance: 0,
  isKnown: false,
};
/** If a participant has fewer answers in the sample, all items are used. */
const LEAST_ANSWERS = 100;

/**
 * Calibrates items on synthesized answers (`calibrate` with items integrated out), accounting for shared models and modes.
 *
 * **Errors clustered by generator and critic.** Participants that share a model make related errors, so n answers to an item
 * have the information of fewer independent ones. Each answer is weighted by its information (designEffects; a composite
 * likelihood with weights that give it the right curvature). Otherwise shared errors look like discrimination, learned priors
 * follow them, and parameters are worse than those of the models alone. The dependence is estimated from the residual
 * correlations of participants, by fits to some of the items; in the first fit every generator counts once.
 *
 * **Modes.** Each participant has its own ability, so reflection may shift it. The scale is the one on which the models *alone*
 * have mean 0 and variance 1, because ranked models answer alone. A debate brings abilities closer together, so a scale on all
 * participants would have too small a unit. If the models alone lie too close together, their spread is not used as the unit
 * (FittedScale).
 *
 * @throws as calibrate does
 * @see Pauli, Racugno & Ventura (2011), Statistica Sinica 21, 149–164, for composite likelihoods in posteriors
 */
export function fitSynthesis(
  { responses, speakers }: SynthesisMatrix,
  options: SynthesisFitOptions = {},
): SynthesisFit {
  const solos = speakers.flatMap(({ mode }, i) =>
    mode === 'solo' && hasRightAndWrong(responses, i) ? [i] : [],
  );
  const on = solos.length >= 2 ? 'solo' : 'all';
  const scaledOn = on === 'solo' ? solos : [...speakers.keys()];
  const fitted = (matrix: ResponseMatrix, { weights }: DesignEffects, own: SynthesisFitOptions) => {
    const calibration = calibrate(matrix, { ...own, mode: 'integrated', weights, scaledOn });
    const { parameters, abilities } = calibration;
    return { calibration, residuals: residualsOf(matrix, parameters, abilities) };
  };
  const picked = sampleOf(responses);
  const sample = pickItems(responses, picked);
  const ofSample = { ...options, ...picksOf(options, picked), onRound: undefined };
  let own = generatorEffects(sample, speakers);
  let dependence = NOTHING_SHARED;
  for (let pass = 0, moved = 1; pass < PASSES && moved > SETTLED; pass++) {
    const { calibration, residuals } = fitted(sample, own, ofSample);
    dependence = dependenceOf(residuals, speakers, calibration.abilities);
    const next = designEffects(sample, speakers, dependence);
    moved = Math.abs(next.designEffect / own.designEffect - 1);
    own = next;
  }
  const effects = designEffects(responses, speakers, dependence);
  const { calibration, residuals } = fitted(responses, effects, options);
  const { abilities } = calibration;
  return {
    calibration,
    dependence,
    designEffects: effects,
    modeEffect: modeEffect(responses, speakers, residuals, abilities),
    scale: { on, ...calibration.integrated!.scale! },
  };
}

/** Every k-th item in the order of the shares right, so that the sample represents the bank for any order of items. */
function sampleOf(matrix: ResponseMatrix): Int32Array {
  const width = matrix.items.length;
  const every = Math.max(1, Math.floor(width / SAMPLE));
  const share = sharesRight(matrix);
  const all = Int32Array.from({ length: width }, (_, j) => j);
  const picked = all
    .toSorted((j, k) => share[j] - share[k] || j - k)
    .filter((_, k) => k % every === every >> 1)
    .sort();
  const isEnough = matrix.examinees.every((_, i) => {
    const asked = picked.filter((j) => !Number.isNaN(matrix.scores[i * width + j]));
    return asked.length >= LEAST_ANSWERS;
  });
  return isEnough ? picked : all;
}

/** The options per item, for the picked items. If a group would be empty, all items form one group. */
function picksOf(
  { optionCounts, itemGroups }: SynthesisFitOptions,
  picked: Int32Array,
): Pick<SynthesisFitOptions, 'optionCounts' | 'itemGroups'> {
  const pick = (of: ArrayLike<number> | undefined) => of && Array.from(picked, (j) => of[j]);
  const groups = pick(itemGroups);
  const all = new Set(itemGroups === undefined ? [] : Array.from(itemGroups)).size;
  return {
    optionCounts: pick(optionCounts),
    itemGroups: groups !== undefined && new Set(groups).size === all ? groups : undefined,
  };
}
