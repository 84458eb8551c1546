import { normalQuantile } from '../../statistics/normal-quantile.ts';
import { normalTail } from '../../statistics/normal-tail.ts';

/** A pair whose chance to be decided by the whole bank is below this is not asked for. */
export const LEAST_DECIDABLE = 0.05;
/** No pair must be that certain. */
const LEAST_LEVEL = 1e-12;

/** What is known of a difference of two scores now, and how well it will be known. */
export interface ComingDifference {
  readonly difference: number;
  readonly se: number;
  /** Once both models were asked the whole bank; at most `se`. */
  readonly seAtEnd: number;
}

/**
 * The probability that the whole bank decides a pair: that its difference then is z standard errors from 0 (two-sided at
 * `level`), or far enough within the margin. Given the answers so far, the difference then is normal around the one now, with
 * variance se² − seAtEnd² (predictive power).
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
