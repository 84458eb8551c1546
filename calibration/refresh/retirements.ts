import { NORMAL_95 } from '../../src/statistics/normal-points.ts';
import type { ItemChange, Retirement, RetirementReason, UniformItem } from './refresh-types.ts';

/** Discriminations that are surely below this tell nothing of ability. */
const NO_SLOPE = 0.2;
/** Equal answers of this many new examinees are no chance. */
const ENOUGH = 30;

/** Share right of the answers to each item, NaN without any. */
export interface RightShares {
  readonly old: Float64Array;
  readonly new: Float64Array;
}

/** What becomes of the items of a bank apart from their parameters. */
export interface ItemFindings {
  readonly retirements: Retirement[];
  readonly uniform: UniformItem[];
}

/**
 * Items to take out of the bank, with reasons: examinees of greater ability are right less often, or as often; the curve has changed its
 * place and its shape; nobody, old or new, ever answered otherwise; a drifted item that no new examinee has right.
 *
 * Other items that all new examinees answer alike are no fault, since they told old ones apart: `uniform`.
 *
 * @param share one entry per item
 */
export function findRetirements(
  changes: readonly ItemChange[],
  share: RightShares,
  alpha: number,
): ItemFindings {
  const uniform: UniformItem[] = [];
  const retirements = changes.flatMap((change, j) => {
    const { item, fromNew, drift, answers, hasDrifted } = change;
    const reasons: RetirementReason[] = [];
    const slope = fromNew?.a ?? null;
    const error = fromNew?.errors.a ?? null;
    const isBelow = (bound: number) =>
      slope !== null && error !== null && slope + NORMAL_95 * error < bound;
    if (isBelow(0)) reasons.push('negative-for-new');
    else if ((change.new?.a ?? 1) < 0) reasons.push('negative-discrimination');
    else if (isBelow(NO_SLOPE)) reasons.push('no-discrimination-for-new');
    if (hasDrifted && (drift?.adjusted.slope ?? 1) < alpha) reasons.push('drift-and-misfit');
    const isRight = share.new[j] === 1;
    if (answers.new >= ENOUGH && (isRight || share.new[j] === 0)) {
      // Without old answers, an old curve says that they differed.
      const isOld = answers.old > 0;
      const isSameForAll = isOld ? share.old[j] === share.new[j] : change.old === null;
      if (isSameForAll) reasons.push(isRight ? 'right-for-all' : 'wrong-for-all');
      else if (hasDrifted && !isRight) reasons.push('none-right-since-new');
      else
        uniform.push({
          ...{ item, isRight, newAnswers: answers.new },
          ...{ oldShare: isOld ? share.old[j] : null, hasDrifted },
        });
    }
    return reasons.length === 0 ? [] : [{ item, reasons }];
  });
  return { retirements, uniform };
}
