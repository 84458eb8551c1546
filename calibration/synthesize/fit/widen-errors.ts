import type { Calibration, ParameterErrors } from '../../fit/calibrate.ts';

/**
 * Standard errors of items whose participants err together. The posterior of (log a, δ) has covariance V = (A + I)⁻¹, A the
 * precision of the prior and I what the answers tell. Where the answers vary D times as much as independent ones, the
 * shrunken estimate errs with the sandwich
 *
 *     V (A + D I) V = V + (D − 1)(V − V A V),
 *
 * so that an item of which nothing was learned keeps its prior's spread and one of which much was learned has √D times its
 * error. The meat of the sandwich, D, is pooled over items (dependence.ts): five generators are too few to estimate one for
 * each. Errors of a and b are scaled by what this does to them by the delta method; those of c stay as they are.
 *
 * @param designEffect D of each item, at least 1
 * @see Liang & Zeger (1986), Biometrika 73, 13–22, for the sandwich; Cameron & Miller (2015), Journal of Human Resources 50,
 *   317–372, for few clusters
 */
export function widenErrors(
  { parameters: { a, b }, standardErrors, priors, integrated }: Calibration,
  designEffect: ArrayLike<number>,
): ParameterErrors {
  const wide = {
    a: standardErrors.a.slice(),
    b: standardErrors.b.slice(),
    c: standardErrors.c.slice(),
  };
  if (integrated === null) throw new RangeError('errors are widened of integrated calibrations');
  const { varLogA, varDelta, covariance } = integrated.items;
  for (let j = 0; j < a.length; j++) {
    const { sdLogA, sdDelta } = priors.groups[priors.of[j]];
    const [x, y, z] = [varLogA[j], covariance[j], varDelta[j]];
    const [p, q] = [1 / sdLogA ** 2, 1 / sdDelta ** 2];
    const more = designEffect[j] - 1;
    // V A V of a symmetric 2 × 2; where the quadrature made V larger than the prior, nothing was learned.
    const wideX = x + more * Math.max(0, x - (x * x * p + y * y * q));
    const wideY = y + more * (y - (x * y * p + y * z * q));
    const wideZ = z + more * Math.max(0, z - (y * y * p + z * z * q));
    const ofB = (xx: number, xz: number, zz: number) =>
      zz / (a[j] * a[j]) + b[j] * b[j] * xx + (2 * b[j] * xz) / a[j];
    wide.a[j] *= Math.sqrt(wideX / x);
    wide.b[j] *= Math.sqrt(Math.max(1, ofB(wideX, wideY, wideZ) / ofB(x, y, z)));
  }
  return wide;
}
