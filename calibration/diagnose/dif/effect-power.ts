import { NORMAL_95 } from '../../../src/statistics/normal-points.ts';
import { normalTail } from '../../../src/statistics/normal-tail.ts';

/** P(Z > −z) = .8: power that is called enough. */
const NORMAL_80 = 0.8416212335729143;

/** The power of a two-sided test at .05 to find an effect that has this standard error: P(|effect/se + Z| > 1.96). */
export function powerOf(effect: number, se: number): number {
  return normalTail(NORMAL_95 - effect / se) + normalTail(NORMAL_95 + effect / se);
}

/** The effect that such a test finds with a power of 80%. */
export function effectFound(se: number): number {
  return (NORMAL_95 + NORMAL_80) * se;
}
