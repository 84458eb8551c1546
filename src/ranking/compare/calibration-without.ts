import type { ItemParameters } from '../../irt/parameters.ts';
import { pickExaminees, type ResponseMatrix } from '../../irt/responses.ts';
import { foldFit } from '../fold-fit.ts';
import { FEWEST_RANKED } from '../recorded-bank.ts';

/** A calibration that has seen none of some families. */
export interface CalibrationWithout {
  readonly parameters: ItemParameters;
  readonly converged: boolean;
  /** Models it was made from. */
  readonly models: number;
}

/**
 * Calibrates the items on the recorded models outside some families.
 * @param familyOf one per recorded model
 * @param cacheFolder where it is kept between commands; null to compute it every time
 * @returns null if fewer than three models are left
 */
export function calibrationWithout(
  responses: ResponseMatrix,
  familyOf: readonly string[],
  without: ReadonlySet<string>,
  cacheFolder: string | null,
): CalibrationWithout | null {
  const kept = [...familyOf.keys()].filter((i) => !without.has(familyOf[i]));
  if (kept.length < FEWEST_RANKED) return null;
  const { parameters, converged } = foldFit(pickExaminees(responses, kept), cacheFolder);
  return { parameters, converged, models: kept.length };
}
