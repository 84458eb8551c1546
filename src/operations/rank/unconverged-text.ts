import type { Words } from '../../languages/words.ts';

/** The calibrations that have not converged, after "the calibration from". @param names of those left out, or `all models` */
export function unconvergedText(names: readonly string[], t: Words): string {
  return names
    .map((name) => (name === 'all models' ? t('all models') : name))
    .join(t(', and that from '));
}
