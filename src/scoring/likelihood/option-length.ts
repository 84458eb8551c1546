import type { LikelihoodMetric } from './metrics.ts';

/**
 * The length that a metric divides the log-likelihood of an option by: characters (Unicode code points, as Python's `len`
 * counts them) for `acc_norm`, bytes of UTF-8 for `acc_bytes`, otherwise 1. The space before the option does not count.
 */
export function optionLength(option: string, metric: LikelihoodMetric): number {
  switch (metric) {
    case 'acc_norm':
      return [...option].length;
    case 'acc_bytes':
      return Buffer.byteLength(option);
    default:
      return 1;
  }
}
