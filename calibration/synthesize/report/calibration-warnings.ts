import type { Calibration } from '../../fit/calibrate.ts';
import { type FittedScale, SMALLEST_SPREAD } from '../../fit/integrated/fit-integrated.ts';

/** Below this, more than half of the variance of abilities is error. */
const LEAST_RELIABILITY = 0.5;

/** Reasons against using the parameters, one sentence each; empty if there are none. */
export function calibrationWarnings({
  converged,
  iterations,
  reliability,
  scale,
}: Pick<Calibration, 'converged' | 'iterations'> & {
  readonly reliability: number | null;
  readonly scale: FittedScale | null;
}): string[] {
  const warnings: string[] = [];
  if (!converged) warnings.push(`the fit has not converged after ${iterations} rounds`);
  if (reliability !== null && reliability < LEAST_RELIABILITY)
    warnings.push(
      `the reliability of the scale is ${reliability.toFixed(2)}: the differences between the abilities of the calibration are mostly error, so nothing shows that its items can distinguish models`,
    );
  if (scale?.isFloor === true)
    warnings.push(
      `the abilities of the calibration have a standard deviation of ${scale.spread.toFixed(2)} logits; a scale needs at least ${SMALLEST_SPREAD}: how well items distinguish other models is hardly known`,
    );
  return warnings;
}
