import { createHash } from 'node:crypto';
import type { CalibrationValues } from '../store.ts';

/**
 * SHA-256 over items, parameters and standard errors, as 64 hexadecimal digits: calibrations have numbers in one database, and
 * this in all.
 */
export function calibrationFingerprint({
  items,
  parameters,
  standardErrors,
}: CalibrationValues): string {
  const hash = createHash('sha256').update(JSON.stringify(items));
  const { a, b, c, d } = parameters;
  const errors =
    standardErrors === null ? [] : [standardErrors.a, standardErrors.b, standardErrors.c];
  const bytes = new Uint8Array(8);
  const view = new DataView(bytes.buffer);
  for (const column of [a, b, c, d, ...errors])
    for (const value of column) {
      // NaN has many bit patterns, and a database need not keep which.
      view.setFloat64(0, Number.isNaN(value) ? Number.NaN : value, true);
      hash.update(bytes);
    }
  return hash.digest('hex');
}
