import {
  type Calibration,
  type CalibrationOptions,
  calibrate,
  type ParameterErrors,
} from '../../fit/calibrate.ts';
import { type Dependence, dependenceOf } from './dependence.ts';
import { type DesignEffects, designEffects } from './design-effects.ts';
import { type ModeEffect, modeEffect } from './mode-effect.ts';
import { residualsOf } from './residuals.ts';
import type { SynthesisMatrix } from './synthesis-matrix.ts';
import { widenErrors } from './widen-errors.ts';

/** Parameters from synthesized answers, and how far participants are from independent models that answer alone. */
export interface SynthesisFit {
  /** Participants as examinees. Its own errors take them to be independent: read `standardErrors`. */
  readonly calibration: Calibration;
  /** Widened by the design effect of each item. */
  readonly standardErrors: ParameterErrors;
  readonly dependence: Dependence;
  readonly designEffects: DesignEffects;
  /** Null where no generator has solo and reflected answers. */
  readonly modeEffect: ModeEffect | null;
}

/**
 * Calibrates items on synthesized answers (calibrate, items integrated out), and corrects what that says of its own
 * precision. Parameters are not corrected. Where the design effect is large they are worse than their errors say, because what
 * participants share passes for discrimination: the calibration of generatorMeans, which counts no generator twice, is then the
 * better one (docs/synthesis-evidence.md). The mode effect is reported and stays in them: a shift of all abilities is no matter of
 * the items, and one by level of difficulty is known from a handful of generators.
 *
 * Abilities of simulated or real models that answer alone are on the scale of the participants: mean 0, variance 1 over these.
 * @throws as calibrate does
 */
export function fitSynthesis(
  { responses, speakers }: SynthesisMatrix,
  options: Omit<CalibrationOptions, 'mode'> = {},
): SynthesisFit {
  const calibration = calibrate(responses, { ...options, mode: 'integrated' });
  const { parameters, abilities } = calibration;
  const residuals = residualsOf(responses, parameters, abilities);
  const dependence = dependenceOf(residuals, speakers, abilities);
  const effects = designEffects(responses, speakers, dependence);
  return {
    calibration,
    standardErrors: widenErrors(calibration, effects.ofItem),
    dependence,
    designEffects: effects,
    modeEffect: modeEffect(responses, speakers, residuals, { a: parameters.a, abilities }),
  };
}
