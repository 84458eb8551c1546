import { NORMAL_90 } from '../../statistics/normal-points.ts';
import type { IntervalFactor } from '../conformal.ts';
import type { ScoreState } from './score-state.ts';

/**
 * How many times as much as its model says a predicted score errs, by errors on other models: the conformal factor of 90%
 * intervals over that of a normal error. It is interpolated in the logarithms of length and factor, and
 * level outside of the lengths tried. It is below 1 where enough models were more like the calibration than their doubts said.
 *
 * An alternative was tried: apply the factor only to the variance from abilities and effects, so that it tends to 1 as a test
 * nears the whole bank. Differences of held-out models then had larger errors than stated when most of the bank was asked.
 *
 * @param lengths ascending, at least one, one per factor
 */
export function errorFactor(
  lengths: readonly number[],
  factors: readonly IntervalFactor[],
): (state: Pick<ScoreState, 'items'>) => number {
  const logs = factors.map(({ factor }) => Math.log(factor / NORMAL_90));
  return ({ items }) => Math.exp(interpolate(lengths, logs, items));
}

/** True if the factors that determine the variance at this number of items are based on enough models. */
export function isVerified(
  lengths: readonly number[],
  factors: readonly IntervalFactor[],
  items: number,
): boolean {
  const next = lengths.findIndex((length) => items <= length);
  const used = next < 0 ? factors.slice(-1) : factors.slice(Math.max(0, next - 1), next + 1);
  return used.every(({ verified }) => verified);
}

function interpolate(lengths: readonly number[], values: readonly number[], items: number): number {
  const next = lengths.findIndex((length) => items <= length);
  if (next < 0) return values[values.length - 1];
  if (next === 0) return values[0];
  const share = Math.log(items / lengths[next - 1]) / Math.log(lengths[next] / lengths[next - 1]);
  return (1 - share) * values[next - 1] + share * values[next];
}
