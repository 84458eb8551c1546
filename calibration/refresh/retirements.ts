import { NORMAL_95 } from '../../src/statistics/normal-points.ts';
import type { TellingAnswers } from '../diagnose/telling-answers.ts';
import type { ItemChange, Retirement, RetirementReason, UniformItem } from './refresh-types.ts';

/** Discriminations that are surely below this tell nothing of ability. */
const NO_SLOPE = 0.2;
/** Equal answers of this many new examinees are no chance. */
const ENOUGH = 30;

/** Answers of old and of new examinees. */
export interface OldAndNew {
  readonly old: TellingAnswers;
  readonly new: TellingAnswers;
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
 * Perfect and zero scorers do not count among those who answer alike.
 */
export function findRetirements(
  changes: readonly ItemChange[],
  told: OldAndNew,
  alpha: number,
): ItemFindings {
  const uniform: UniformItem[] = [];
  const retirements = changes.flatMap((change, j) => {
    const { item, fromNew, drift, hasDrifted } = change;
    const reasons: RetirementReason[] = [];
    const slope = fromNew?.a ?? null;
    const error = fromNew?.errors.a ?? null;
    const isBelow = (bound: number) =>
      slope !== null && error !== null && slope + NORMAL_95 * error < bound;
    if (isBelow(0)) reasons.push('negative-for-new');
    else if ((change.new?.a ?? 1) < 0) reasons.push('negative-discrimination');
    else if (isBelow(NO_SLOPE)) reasons.push('no-discrimination-for-new');
    if (hasDrifted && (drift?.adjusted.slope ?? 1) < alpha) reasons.push('drift-and-misfit');
    const share = told.new.share[j];
    const newAnswers = told.new.answered[j];
    const isRight = share === 1;
    if (newAnswers >= ENOUGH && (isRight || share === 0)) {
      // Without old answers, an old curve says that they differed.
      const oldShare = told.old.answered[j] > 0 ? told.old.share[j] : null;
      const isSameForAll = oldShare === null ? change.old === null : oldShare === share;
      if (isSameForAll) reasons.push(isRight ? 'right-for-all' : 'wrong-for-all');
      else if (hasDrifted && !isRight) reasons.push('none-right-since-new');
      else uniform.push({ item, isRight, newAnswers, oldShare, hasDrifted });
    }
    return reasons.length === 0 ? [] : [{ item, reasons }];
  });
  return { retirements, uniform };
}
