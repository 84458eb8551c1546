import { normalQuantile } from '../../statistics/normal-quantile.ts';
import { normalTail } from '../../statistics/normal-tail.ts';

/** No items are asked for a pair whose chance of being decided by the whole bank is below this. */
export const LEAST_DECIDABLE = 0.05;
/** The least risk that a pair may be required to have. */
const LEAST_LEVEL = 1e-12;

/** A difference of two scores with its standard error now and after the whole bank. */
export interface ComingDifference {
  readonly difference: number;
  readonly se: number;
  /** Standard error after both models have been asked the whole bank; at most `se`. */
  readonly seAtEnd: number;
}

/**
 * The probability that the whole bank decides a pair: that the final difference is z standard errors from 0 (two-sided at
 * `level`), or far enough inside the margin. Given the answers so far, the final difference is normal around the present one,
 * with variance se² − seAtEnd² (predictive power).
 *
 * @param level the risk the pair may have, in (0, 1]
 * @see Spiegelhalter, Freedman & Blackburn (1986), Controlled Clinical Trials 7, 8–17
 */
export function decidable(
  { difference, se, seAtEnd }: ComingDifference,
  level: number,
  margin: number,
): number {
  const risk = Math.min(1, Math.max(LEAST_LEVEL, level));
  const beyond = normalQuantile(risk / 2) * seAtEnd;
  const within = margin - normalQuantile(Math.min(0.5, risk)) * seAtEnd;
  const distance = Math.abs(difference);
  const moves = Math.sqrt(Math.max(0, se * se - seAtEnd * seAtEnd));
  if (moves === 0) return distance >= beyond || distance <= within ? 1 : 0;
  const above = (x: number) => normalTail((x - distance) / moves);
  const ordered = above(beyond) + 1 - above(-beyond);
  const tied = within > 0 ? above(-within) - above(within) : 0;
  return Math.min(1, ordered + tied);
}
