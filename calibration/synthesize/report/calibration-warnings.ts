import { ENGLISH, type Words } from '../../../src/languages/words.ts';
import type { Calibration } from '../../fit/calibrate.ts';
import { type FittedScale, SMALLEST_SPREAD } from '../../fit/integrated/fit-integrated.ts';

/** Below this, more than half of the variance of abilities is error. */
const LEAST_RELIABILITY = 0.5;

/** Reasons against using the parameters, one sentence each; empty if there are none. */
export function calibrationWarnings(
  {
    converged,
    iterations,
    reliability,
    scale,
  }: Pick<Calibration, 'converged' | 'iterations'> & {
    readonly reliability: number | null;
    readonly scale: FittedScale | null;
  },
  t: Words = ENGLISH,
): string[] {
  const warnings: string[] = [];
  if (!converged)
    warnings.push(t('the fit has not converged after {n} rounds', { n: String(iterations) }));
  if (reliability !== null && reliability < LEAST_RELIABILITY)
    warnings.push(
      t(
        'the reliability of the scale is {reliability}: the differences between the abilities of the calibration are mostly error, so nothing shows that its items can distinguish models',
        { reliability: reliability.toFixed(2) },
      ),
    );
  if (scale?.isFloor === true)
    warnings.push(
      t(
        'the abilities of the calibration have a standard deviation of {spread} logits; a scale needs at least {least}: how well items distinguish other models is hardly known',
        { spread: scale.spread.toFixed(2), least: String(SMALLEST_SPREAD) },
      ),
    );
  return warnings;
}
