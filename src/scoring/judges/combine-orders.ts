import { NORMAL_90 } from '../../statistics/normal-points.ts';
import type { Interval } from '../../statistics/percentile-interval.ts';
import { wilsonInterval } from '../../statistics/wilson-interval.ts';

/** Which of two answers a judge holds to be better, by the place in which they were shown; null if it gave no verdict. */
export type Shown = 'first' | 'second' | 'tie' | null;

/** What a judge says of two answers, asked in both orders. */
export type Combined = 'one' | 'other' | 'tie' | null;

/**
 * One verdict from two: that on which both orders agree, else a tie. Null if one of them is missing: half of a comparison may show nothing but
 * the place.
 * @param forward with `one` shown first
 * @param backward with `one` shown second
 */
export function combineOrders(forward: Shown, backward: Shown): Combined {
  if (forward === null || backward === null) return null;
  if (forward === 'first' && backward === 'second') return 'one';
  if (forward === 'second' && backward === 'first') return 'other';
  return 'tie';
}

/** How far a judge goes by the place. */
export interface PositionBias {
  /** Pairs with both verdicts. */
  readonly pairs: number;
  /** Pairs in which both orders name the same answer, or a tie. */
  readonly consistent: number;
  /** Pairs in which both orders name the same place. */
  readonly first: number;
  readonly second: number;
  /** The share of `first` in these; null without any. Without a bias it is ½. */
  readonly share: number | null;
  /** The 90% interval of the share (Wilson's). */
  readonly interval: Interval;
}

/** The position bias of a judge over pairs in both orders. */
export function positionBias(
  verdicts: readonly { readonly forward: Shown; readonly backward: Shown }[],
): PositionBias {
  let [pairs, consistent, first, second] = [0, 0, 0, 0];
  for (const { forward, backward } of verdicts) {
    const combined = combineOrders(forward, backward);
    if (combined === null) continue;
    pairs++;
    if (combined !== 'tie' || (forward === backward && forward === 'tie')) consistent++;
    if (forward === 'first' && backward === 'first') first++;
    if (forward === 'second' && backward === 'second') second++;
  }
  const swayed = first + second;
  const share = swayed === 0 ? null : first / swayed;
  return {
    ...{ pairs, consistent, first, second, share },
    interval: share === null ? { low: null, high: null } : wilsonInterval(share, swayed, NORMAL_90),
  };
}
