import type { RightAnswers } from '../irt/right-answers.ts';
import { roundedSum } from '../irt/rounded-sum.ts';

/**
 * The right answers of a model to the items it was asked. These were chosen for it, so this is not a share of the bank. Compare
 * it with the share that the calibration expects on the same items at the estimated ability.
 */
export interface ItemsRight {
  /** Sum of the scores; a fraction counts as that share of a right answer. */
  readonly right: number;
  /** The same in percent of the items asked. */
  readonly shareRight: number;
  /** The expected share, in percent; null if there is no calibration. */
  readonly shareExpected: number | null;
  /**
   * Difference between the right answers and their expectation, in standard errors; null if they cannot differ. See
   * standardisedResidual.
   */
  readonly residual: number | null;
}

/** @param answers at least one */
export function itemsRight({ count, right, expected, residual }: RightAnswers): ItemsRight {
  return {
    right: roundedSum(right, count),
    shareRight: (100 * roundedSum(right, count)) / count,
    shareExpected: (100 * expected) / count,
    residual,
  };
}
