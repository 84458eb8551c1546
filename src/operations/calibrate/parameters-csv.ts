import type { ItemFlag } from '../../../calibration/diagnose/item-flags.ts';
import type { ParameterErrors } from '../../../calibration/fit/calibrate.ts';
import { toCsv } from '../../files/write/write.ts';
import type { ItemParameters } from '../../irt/parameters.ts';
import type { ErrorMethod } from '../../store/calibrations/error-method.ts';

const HEADER = ['item', 'a', 'b', 'c', 'd', 'se_a', 'se_b', 'se_c', 'se_method', 'flag'];

/**
 * Parameters with their standard errors and flags as CSV, a row per item; empty cells where there are no errors, or their method is
 * not known.
 */
export function parametersCsv(
  items: readonly string[],
  { a, b, c, d }: ItemParameters,
  errors: ParameterErrors | null,
  method: ErrorMethod | null,
  flags: readonly (readonly ItemFlag[])[],
): string {
  const rows = items.map((item, j) => [
    ...[item, a[j], b[j], c[j], d[j]],
    ...(errors === null ? ['', '', '', ''] : [errors.a[j], errors.b[j], errors.c[j], method ?? '']),
    flags[j].join(' '),
  ]);
  return toCsv(HEADER, rows);
}
