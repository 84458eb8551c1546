import type { CalibrationLineage } from '../store.ts';

/**
 * How standard errors were found: of all parameters together (`full`, or `expected` between items), or of each item given the
 * others (`blockwise`), which is too small.
 */
export type ErrorMethod = (typeof ERROR_METHODS)[number];
const ERROR_METHODS = ['full', 'expected', 'blockwise'] as const;

/** Methods of calibration whose standard errors are posterior spreads of each item given the abilities. */
const ITEM_BY_ITEM = ['integrated', 'synthesis'];

/** The method of the standard errors of a kept calibration; null if it is not known. */
export function errorMethodOf({
  method,
  options,
}: Pick<CalibrationLineage, 'method' | 'options'>): ErrorMethod | null {
  const known = ERROR_METHODS.find((name) => name === options.standardErrors);
  if (known !== undefined) return known;
  return ITEM_BY_ITEM.includes(method) ? 'blockwise' : null;
}
