import type { CalibrationLineage } from './store.ts';

/** How standard errors were found: of all parameters together, or of each item given the others, which is too small. */
export type ErrorMethod = 'full' | 'blockwise';

/** Methods of calibration whose standard errors are posterior spreads of each item given the abilities. */
const ITEM_BY_ITEM = ['integrated', 'synthesis'];

/** The method of the standard errors of a kept calibration; null where it is not known. */
export function errorMethodOf({
  method,
  options,
}: Pick<CalibrationLineage, 'method' | 'options'>): ErrorMethod | null {
  const { standardErrors } = options;
  if (standardErrors === 'full' || standardErrors === 'blockwise') return standardErrors;
  return ITEM_BY_ITEM.includes(method) ? 'blockwise' : null;
}
