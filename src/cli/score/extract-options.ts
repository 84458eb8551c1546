import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import { EXTRACTION_MODES, type ExtractionMode } from '../../scoring/extract/modes.ts';

/** @throws NAME_UNKNOWN */
export function extractionMode(name: string): ExtractionMode {
  const mode = EXTRACTION_MODES.find((known) => known === name);
  const nearest = nearestNames(name, EXTRACTION_MODES);
  return mode ?? fail('NAME_UNKNOWN', { kind: 'mode', name, nearest });
}
