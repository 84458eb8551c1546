import type { RightAnswers } from '../irt/right-answers.ts';

/**
 * What a model has right of the items it was asked, which were chosen for it: no share of the bank. To be compared with what
 * the calibration expects on the same items at its estimated ability.
 */
export interface ItemsRight {
  /** Sum of the scores; a fraction counts as that share of a right answer. */
  readonly right: number;
  /** The same in percent of the items asked. */
  readonly shareRight: number;
  /** What is expected of that, in percent; null if there is no calibration. */
  readonly shareExpected: number | null;
  /** How far right is from its expectation, in standard errors; null if it cannot differ. See standardisedResidual. */
  readonly residual: number | null;
}

/** @param answers at least one */
export function itemsRight({ count, right, expected, residual }: RightAnswers): ItemsRight {
  return {
    right,
    shareRight: (100 * right) / count,
    shareExpected: (100 * expected) / count,
    residual,
  };
}
