import { type Calibration, calibrate } from '../../calibration/fit/calibrate.ts';
import { cacheKey } from '../cache/cache-key.ts';
import { keptResult } from '../cache/result-cache.ts';
import type { ResponseMatrix } from '../irt/responses.ts';

/** The part of a calibration that rankings use. */
export type FoldFit = Pick<Calibration, 'parameters' | 'abilities' | 'converged'>;

/** Abilities of a calibration need to be exact only to a fraction of their standard errors, which are at least 0.05. */
export const TOLERANCE = 0.01;

/**
 * The calibration on recorded answers that rankings use.
 * @param cacheFolder where it is kept between commands; null to compute it every time
 */
export function foldFit(responses: ResponseMatrix, cacheFolder: string | null = null): FoldFit {
  const { examinees, items, scores } = responses;
  const key = () => cacheKey('calibration', [TOLERANCE, examinees.length, items.length, scores]);
  return keptResult(cacheFolder, key, () => {
    const { parameters, abilities, converged } = calibrate(responses, { tolerance: TOLERANCE });
    return { parameters, abilities, converged };
  });
}
