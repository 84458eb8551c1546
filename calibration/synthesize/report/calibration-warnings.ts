import type { Calibration } from '../../fit/calibrate.ts';
import { type FittedScale, SMALLEST_SPREAD } from '../../fit/integrated/fit-integrated.ts';

/** Below this more than half of what the abilities differ by is error. */
const LEAST_RELIABILITY = 0.5;

/** Why parameters are not to be used as they are, a sentence each; none where nothing is known against them. */
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
      `the reliability of the scale is ${reliability.toFixed(2)}: what the abilities of the calibration differ by is mostly error, so that its items are known to tell nobody apart`,
    );
  if (scale?.isFloor === true)
    warnings.push(
      `the abilities that make the scale differ by ${scale.spread.toFixed(2)} logits (standard deviation), too little to be its unit, which is ${SMALLEST_SPREAD}: how items tell other models apart is hardly known`,
    );
  return warnings;
}
