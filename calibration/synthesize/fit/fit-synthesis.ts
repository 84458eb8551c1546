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

/** Parameters from synthesized answers, and how far participants are from independent models that answer alone. */
export interface SynthesisFit {
  /** Participants as examinees, each answer counting as much as it tells. The scale is that of the models alone. */
  readonly calibration: Calibration;
  readonly dependence: Dependence;
  readonly designEffects: DesignEffects;
  /** Null if no generator has solo and reflected answers. */
  readonly modeEffect: ModeEffect | null;
  /** The scale and who makes it: the models alone, or all participants where there are not two of them. */
  readonly scale: FittedScale & { readonly on: 'solo' | 'all' };
}

export type SynthesisFitOptions = Omit<
  CalibrationOptions,
  'mode' | 'weights' | 'scaledOn' | 'guessing'
>;

/** Items that tell how dependent participants are: more of them change the second digit of a correlation. */
const SAMPLE = 1500;
/** Weights change what is left over, and that the weights: until the design effect moves by less than this share, or so often. */
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
/** With fewer answers of a participant in the sample all items are taken. */
const LEAST_ANSWERS = 100;

/**
 * Calibrates items on synthesized answers (calibrate, items integrated out) with what is known of how they came about.
 *
 * **Errors clustered by generator and critic.** Participants that share a model err together, so that n answers to an item
 * tell as much as fewer independent ones. Each counts for what it tells (designEffects; a composite likelihood of such weights, whose
 * curvature is the information there is): otherwise what participants share passes for discrimination, learned priors
 * follow it, and parameters are worse than those of the models alone. How dependent they are is estimated from the residual
 * correlations of participants, by fits to some of the items, in the first of which every generator counts once.
 *
 * **Modes.** Abilities are those of participants, so that reflection may shift them; and the scale is the one on which
 * the models *alone* have mean 0 and variance 1, since models that are ranked answer alone. A debate draws participants together:
 * scaled on all of them the unit would be too short. Models alone that lie too close together to be a unit are not made one
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

/** Every k-th item in the order of the shares right, so that the sample is like the bank however its items are ordered. */
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

/** What options say of each item, of those picked. Groups that none of them is in would be empty: one group then. */
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
