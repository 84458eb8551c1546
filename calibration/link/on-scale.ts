import type { ItemParameters } from '../../src/irt/parameters.ts';
import type { ParameterErrors } from '../fit/calibrate.ts';
import type { Link } from './link-scales.ts';

type Constants = Pick<Link, 'slope' | 'intercept' | 'errors'>;

/** Parameters on the scale that a link leads to: a/A, A b + B; asymptotes stay. */
export function onScale(items: ItemParameters, { slope, intercept }: Constants): ItemParameters {
  return {
    ...items,
    a: items.a.map((a) => a / slope),
    b: items.b.map((b) => slope * b + intercept),
  };
}

/**
 * Standard errors of the moved parameters, by the delta method, with those of the link where they are known:
 * var a* = var a / A² + a² var A / A⁴; var b* = A² var b + b² var A + 2 b cov(A, B) + var B.
 * @param errors of the parameters before, one entry per item, NaN if not known
 */
export function errorsOnScale(
  { a, b }: ItemParameters,
  errors: ParameterErrors,
  { slope, errors: link }: Constants,
): ParameterErrors {
  const own = link ?? { slope: 0, intercept: 0, covariance: 0 };
  const moved = { a: new Float64Array(a.length), b: new Float64Array(b.length), c: errors.c };
  for (let j = 0; j < a.length; j++) {
    moved.a[j] = Math.sqrt(errors.a[j] ** 2 + (a[j] / slope) ** 2 * own.slope) / slope;
    moved.b[j] = Math.sqrt(
      (slope * errors.b[j]) ** 2 +
        Math.max(0, b[j] * b[j] * own.slope + 2 * b[j] * own.covariance + own.intercept),
    );
  }
  return moved;
}
