import { NORMAL_95 } from '../../src/statistics/normal-points.ts';
import type { ItemChange, Retirement, RetirementReason } from './refresh-types.ts';

/** Discriminations that are surely below this tell nothing of ability. */
const NO_SLOPE = 0.2;
/** Equal answers of this many new examinees are no chance. */
const ENOUGH = 30;

/**
 * Items to take out of the bank, with reasons: new examinees of greater ability are right less often, or as often; the curve has changed its place and its
 * shape; all new examinees answer alike.
 *
 * @param rightShare share right of the new answers, one entry per item
 */
export function findRetirements(
  changes: readonly ItemChange[],
  rightShare: Float64Array,
  alpha: number,
): Retirement[] {
  return changes.flatMap((change, j) => {
    const { item, fromNew, drift, answers, hasDrifted } = change;
    const reasons: RetirementReason[] = [];
    const slope = fromNew?.a ?? null;
    const error = fromNew?.errors.a ?? null;
    const isBelow = (bound: number) =>
      slope !== null && error !== null && slope + NORMAL_95 * error < bound;
    if (isBelow(0) || (change.new?.a ?? 1) < 0) reasons.push('negative-discrimination');
    else if (isBelow(NO_SLOPE)) reasons.push('no-discrimination');
    if (hasDrifted && (drift?.adjusted.slope ?? 1) < alpha) reasons.push('drift-and-misfit');
    if (answers.new >= ENOUGH && (rightShare[j] === 0 || rightShare[j] === 1))
      reasons.push('extreme-for-all');
    return reasons.length === 0 ? [] : [{ item, reasons }];
  });
}
