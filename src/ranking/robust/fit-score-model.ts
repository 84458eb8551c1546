import { fitFactors } from '../../../calibration/fit/fit-factors.ts';
import type { ScoreModel } from '../../cat/robust/score-model.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import {
  difficultyLevels,
  discriminationLevels,
  effectGroupings,
  type ItemTag,
} from './item-groups.ts';
import { USUAL_VARIANCES } from './usual-variances.ts';

/**
 * Variance of the first ability of new examinees, on the scale where the calibration's have 1. New models are often better
 * than all before them: a prior as narrow as the calibration draws their scores down by points, a wide one costs the others
 * nothing.
 */
const FIRST_ABILITY_VARIANCE = 16;
const FACTOR_ROUNDS = 8;

/** What answers are calibrated with. */
export interface ScoreModelRequest {
  readonly responses: ResponseMatrix;
  readonly tag?: ItemTag | undefined;
  /** Answer options of each item; 0 where there are none or it is not known. Not known by default. */
  readonly optionCounts?: ArrayLike<number> | undefined;
}

/** The score model of a calibration. Examinees differ as those of other banks do. */
export function fitScoreModel(
  { responses, tag, optionCounts }: ScoreModelRequest,
  dimensions: number,
): ScoreModel {
  // Curves begin at 0: lower asymptotes of single items are hardly known, and those of an examinee are among its hypotheses.
  const guessing = new Float64Array(responses.items.length);
  const fit = fitFactors(responses, { dimensions, guessing, maxRounds: FACTOR_ROUNDS });
  const groupings = effectGroupings(
    tag,
    difficultyLevels(responses),
    discriminationLevels(fit.coefficients, dimensions),
  );
  const share = groupings.some(({ name }) => name === 'tag') ? 1 : USUAL_VARIANCES.untagged;
  return {
    items: responses.items.length,
    dimensions,
    coefficients: fit.coefficients,
    covariances: fit.covariances,
    guessing,
    chance: chanceOf(optionCounts),
    abilityVariances: Float64Array.from({ length: dimensions }, (_, d) =>
      d === 0 ? FIRST_ABILITY_VARIANCE : USUAL_VARIANCES.minorAbility,
    ),
    groupings: groupings.map((grouping) => ({
      ...grouping,
      variance: share * USUAL_VARIANCES.effects[grouping.name],
    })),
  };
}

/** The share right of guesses; undefined where it is not known of any item. */
function chanceOf(counts: ArrayLike<number> | undefined): Float64Array | undefined {
  if (counts === undefined) return undefined;
  const chance = Float64Array.from(counts, (count) => (count > 1 ? 1 / count : 0));
  return chance.some((c) => c > 0) ? chance : undefined;
}
