import type { Calibration } from '../../fit/calibrate.ts';

/**
 * The share of the variance of estimated abilities that is not error, 1 − mean SE² / variance, in [0, 1]: how well the scale tells
 * the examinees of its calibration apart. Null in a marginal fit, which estimates no ability of an examinee with an error, and
 * where abilities do not differ.
 * @see Wright & Masters (1982), Rating Scale Analysis, chapter 5 (person separation reliability)
 */
export function scaleReliability({ abilities, integrated }: Calibration): number | null {
  if (integrated === null) return null;
  const n = abilities.length;
  const mean = abilities.reduce((sum, x) => sum + x, 0) / n;
  const variance = abilities.reduce((sum, x) => sum + (x - mean) ** 2, 0) / n;
  if (!(variance > 0)) return null;
  const error = integrated.abilityErrors.reduce((sum, se) => sum + se * se, 0) / n;
  return Math.max(0, 1 - error / variance);
}
