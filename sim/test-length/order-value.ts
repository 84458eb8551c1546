import { rankAgreement } from '../monte-carlo/measure/rank-agreement.ts';

export type OrderMeasure = 'kendall' | 'spearman' | 'pairs' | 'top1';

/**
 * How the order of estimates agrees with the true one, by one measure; 0 if all estimates are equal, because there is no order.
 */
export function orderValue(
  measure: OrderMeasure,
  estimates: ArrayLike<number>,
  truth: ArrayLike<number>,
): number {
  const agreement = rankAgreement(estimates, truth, [1]);
  return (measure === 'top1' ? agreement.top[0] : agreement[measure]) ?? 0;
}
