import type { ErrorMethod } from '../../calibration/fit/marginal/standard-errors.ts';
import type { CalibrationLineage } from './store.ts';

const METHODS: readonly ErrorMethod[] = ['full', 'expected', 'blockwise'];
/** Methods of calibration whose standard errors are posterior spreads of each item given the abilities. */
const ITEM_BY_ITEM = ['integrated', 'synthesis'];

/** The method of the standard errors of a kept calibration; null where it is not known. */
export function errorMethodOf({
  method,
  options,
}: Pick<CalibrationLineage, 'method' | 'options'>): ErrorMethod | null {
  const { standardErrors } = options;
  const known = METHODS.find((name) => name === standardErrors);
  if (known !== undefined) return known;
  return ITEM_BY_ITEM.includes(method) ? 'blockwise' : null;
}
