import { type Calibration, calibrate } from '../../calibration/fit/calibrate.ts';
import { cacheKey } from '../cache/cache-key.ts';
import { keptResult } from '../cache/result-cache.ts';
import type { ResponseMatrix } from '../irt/responses.ts';

/** What rankings use of a calibration. */
export type FoldFit = Pick<Calibration, 'parameters' | 'abilities' | 'converged'>;

/** Abilities of a calibration need not be more exact than a fraction of their standard errors, 0.05 at best. */
export const TOLERANCE = 0.01;

/**
 * The calibration of recorded answers that rankings stand on.
 * @param cacheFolder where it is kept between commands; null to compute it in any case
 */
export function foldFit(responses: ResponseMatrix, cacheFolder: string | null = null): FoldFit {
  const { examinees, items, scores } = responses;
  const key = () => cacheKey('calibration', [TOLERANCE, examinees.length, items.length, scores]);
  return keptResult(cacheFolder, key, () => {
    const { parameters, abilities, converged } = calibrate(responses, { tolerance: TOLERANCE });
    return { parameters, abilities, converged };
  });
}
