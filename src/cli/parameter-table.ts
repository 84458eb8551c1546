import type { ParameterErrors } from '../../calibration/fit/calibrate.ts';
import { toCsv } from '../files/write.ts';
import type { ItemParameters } from '../irt/parameters.ts';

const HEADER = ['item', 'a', 'b', 'c', 'd', 'se_a', 'se_b', 'se_c'];

/** Parameters with their standard errors as CSV, a row an item; empty cells where there are no errors. */
export function parametersCsv(
  items: readonly string[],
  { a, b, c, d }: ItemParameters,
  errors: ParameterErrors | null,
): string {
  const rows = items.map((item, j) => [
    ...[item, a[j], b[j], c[j], d[j]],
    ...(errors === null ? ['', '', ''] : [errors.a[j], errors.b[j], errors.c[j]]),
  ]);
  return toCsv(HEADER, rows);
}
