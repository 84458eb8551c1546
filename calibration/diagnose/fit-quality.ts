import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ResponseMatrix } from '../../src/irt/responses.ts';
import { scoreExaminees } from '../../src/irt/score-examinees.ts';
import { mean } from '../../src/statistics/mean.ts';
import { NORMAL_95 } from '../../src/statistics/normal-points.ts';
import { variance } from '../../src/statistics/variance.ts';
import { itemFit } from './item-fit.ts';

/** With fewer examinees, mean squares and reliability say more of chance than of items and scale. */
export const FEWEST_EXAMINEES = 50;
/** Infit mean squares outside are called misfit. @see Wright & Linacre (1994), Rasch Measurement Transactions 8:3, 370 */
export const INFIT_RANGE = [0.7, 1.3] as const;
/** Items named, furthest from 1 first. */
const WORST = 3;
/** A variance of abilities that is rounding. */
const LEAST_SPREAD = 1e-12;
const BOUNDS = [-8, 8] as const;

/** How well a calibration distinguishes its examinees, and how well items follow it. */
export interface FitQuality {
  /**
   * Empirical reliability of the expected a posteriori abilities, in [0, 1]: their variance as a share of itself and the
   * mean squared standard error. Null if abilities do not differ.
   */
  readonly reliability: number | null;
  /**
   * Over the items with a mean square; null if there are none. Items are positions. `misfitting` have an infit outside of
   * INFIT_RANGE and differ from 1 by more than chance (95%); of these the `worst` are named, the furthest from 1 first.
   */
  readonly itemFit: {
    readonly items: number;
    readonly meanInfit: number;
    readonly meanOutfit: number;
    readonly misfitting: number;
    readonly worst: readonly {
      readonly item: number;
      readonly infit: number;
      readonly outfit: number;
    }[];
  } | null;
}

/**
 * Reliability and item fit at the expected a posteriori abilities with the parameters of a calibration, all items in use:
 * var θ̂ / (var θ̂ + mean SE²), and infit and outfit of `itemFit`. The examinees are those of the calibration, so both look
 * a little better than on new ones.
 * @param prior the mean and standard deviation of ability
 * @returns null for fewer than 50 examinees
 * @see Adams (2005), Studies in Educational Evaluation 31, 162–172, for the reliability of expected a posteriori estimates
 */
export function fitQuality(
  matrix: ResponseMatrix,
  parameters: ItemParameters,
  prior: { readonly mean: number; readonly sd: number } = { mean: 0, sd: 1 },
): FitQuality | null {
  if (matrix.examinees.length < FEWEST_EXAMINEES) return null;
  const options = { estimator: 'eap', prior, bounds: BOUNDS } as const;
  const { ability, se } = scoreExaminees(parameters, matrix.scores, options);
  const spread = variance(ability);
  const fit = itemFit(matrix, parameters, ability);
  const known = matrix.items
    .map((_, item) => ({ item, infit: fit.infit[item], outfit: fit.outfit[item] }))
    .filter(({ infit, outfit }) => Number.isFinite(infit) && Number.isFinite(outfit));
  const [low, high] = INFIT_RANGE;
  const misfitting = known.filter(
    ({ item, infit }) => (infit < low || infit > high) && Math.abs(fit.zInfit[item]) > NORMAL_95,
  );
  const distance = ({ infit }: { infit: number }) => Math.abs(Math.log(infit));
  return {
    reliability:
      spread > LEAST_SPREAD ? spread / (spread + mean(se.map((error) => error * error))) : null,
    itemFit:
      known.length === 0
        ? null
        : {
            items: known.length,
            meanInfit: mean(known.map(({ infit }) => infit)),
            meanOutfit: mean(known.map(({ outfit }) => outfit)),
            misfitting: misfitting.length,
            worst: misfitting.toSorted((one, two) => distance(two) - distance(one)).slice(0, WORST),
          },
  };
}
