import { normalQuantile } from '../../statistics/normal-quantile.ts';
import { normalTail } from '../../statistics/normal-tail.ts';
import type { DifferenceBelief } from './difference-belief.ts';

/** What a difference with a normal error says, such as that of two separate scores. @param standardError above 0; unit 1 */
export function normalBelief(difference: number, standardError: number): DifferenceBelief {
  const statistic = (bound: number) => (difference - bound) / standardError;
  return {
    difference,
    standardError,
    above: (bound) => normalTail(statistic(bound)),
    below: (bound) => normalTail(-statistic(bound)),
    interval(tail) {
      const half = normalQuantile(tail) * standardError;
      return { low: Math.max(-1, difference - half), high: Math.min(1, difference + half) };
    },
  };
}
