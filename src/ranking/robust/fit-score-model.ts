import { fitFactors } from '../../../calibration/fit/fit-factors.ts';
import type { ScoreModel } from '../../cat/robust/score-model.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import {
  difficultyLevels,
  discriminationLevels,
  effectGroupings,
  type ItemTag,
} from './item-groups.ts';

/**
 * Variance of the first ability of new examinees, on the scale where the calibration's have 1. New models are often better
 * than all before them: a prior as narrow as the calibration draws their scores down by points, a wide one costs the others
 * nothing.
 */
const FIRST_ABILITY_VARIANCE = 16;
/** Of effects and of the other abilities, where none could be learned. */
const UNKNOWN_EFFECT_VARIANCE = 0.1;
const UNKNOWN_ABILITY_VARIANCE = 1;
const FACTOR_ROUNDS = 8;

/** What answers are calibrated with. */
export interface ScoreModelRequest {
  readonly responses: ResponseMatrix;
  readonly tag?: ItemTag | undefined;
  /** Guessing of each item. */
  readonly guessing: Float64Array;
}

/** The score model of a calibration, before anything is known of how much new examinees differ. */
export function fitScoreModel(
  { responses, tag, guessing }: ScoreModelRequest,
  dimensions: number,
): ScoreModel {
  const fit = fitFactors(responses, { dimensions, guessing, maxRounds: FACTOR_ROUNDS });
  const groupings = effectGroupings(
    tag,
    difficultyLevels(responses),
    discriminationLevels(fit.coefficients, dimensions),
  );
  return {
    items: responses.items.length,
    dimensions,
    coefficients: fit.coefficients,
    covariances: fit.covariances,
    guessing,
    abilityVariances: Float64Array.from({ length: dimensions }, (_, d) =>
      d === 0 ? FIRST_ABILITY_VARIANCE : UNKNOWN_ABILITY_VARIANCE,
    ),
    groupings: groupings.map((grouping) => ({ ...grouping, variance: UNKNOWN_EFFECT_VARIANCE })),
  };
}
