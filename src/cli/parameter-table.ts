import type { ItemFlag } from '../../calibration/diagnose/item-flags.ts';
import type { ParameterErrors } from '../../calibration/fit/calibrate.ts';
import { toCsv } from '../files/write.ts';
import type { ItemParameters } from '../irt/parameters.ts';

const HEADER = ['item', 'a', 'b', 'c', 'd', 'se_a', 'se_b', 'se_c', 'flag'];

/** Parameters with their standard errors and flags as CSV, a row an item; empty cells where there are none. */
export function parametersCsv(
  items: readonly string[],
  { a, b, c, d }: ItemParameters,
  errors: ParameterErrors | null,
  flags: readonly (readonly ItemFlag[])[],
): string {
  const rows = items.map((item, j) => [
    ...[item, a[j], b[j], c[j], d[j]],
    ...(errors === null ? ['', '', ''] : [errors.a[j], errors.b[j], errors.c[j]]),
    flags[j].join(' '),
  ]);
  return toCsv(HEADER, rows);
}
