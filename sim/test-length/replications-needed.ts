import { type Tolerance, widest } from './length-grid.ts';

/**
 * Approximate number of replications until the interval of a length is within the tolerance: it narrows with the root of their
 * number.
 * @param low the target is missed there; `high`: it is reached there
 */
export function replicationsNeeded(
  replications: number,
  { low, high }: { readonly low: number; readonly high: number },
  tolerance: Tolerance,
): number {
  const half = (high - low - 1) / 2;
  const share = half / widest(tolerance, (high + low + 1) / 2);
  return Math.ceil(replications * share * share);
}
