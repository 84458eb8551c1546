import { mean } from '../../../src/statistics/mean.ts';
import { variance } from '../../../src/statistics/variance.ts';
import type { Calibration } from '../../fit/calibrate.ts';

/**
 * The share of the variance of estimated abilities that is not error, 1 − mean SE² / variance, in [0, 1]: how well the scale
 * distinguishes the examinees of its calibration. Null for a marginal fit, which estimates no abilities with errors, and if
 * abilities do not differ.
 * @see Wright & Masters (1982), Rating Scale Analysis, chapter 5 (person separation reliability)
 */
export function scaleReliability({ abilities, integrated }: Calibration): number | null {
  if (integrated === null) return null;
  const whole = variance(abilities);
  if (!(whole > 0)) return null;
  const error = mean(integrated.abilityErrors.map((se) => se * se));
  return Math.max(0, 1 - error / whole);
}
