import { logistic } from '../../../src/irt/logistic.ts';
import type { ItemParameters } from '../../../src/irt/parameters.ts';
import type { EstimatedParameters } from './bank-diagnosis.ts';

/** The derivatives of one or of all items' curves by one parameter that was estimated. */
export interface ParameterSlope {
  /** The item; null: all items share the parameter. */
  readonly item: number | null;
  /** ∂P/∂parameter of item j at an ability. */
  readonly at: (theta: number, j: number) => number;
}

/**
 * One entry per estimated parameter, with σ the logistic function of a(θ − b):
 * ∂P/∂a = (d − c)σ(1 − σ)(θ − b), ∂P/∂b = −a(d − c)σ(1 − σ), ∂P/∂c = 1 − σ, ∂P/∂d = σ.
 */
export function parameterSlopes(
  { count, a, b, c, d }: ItemParameters,
  estimated: EstimatedParameters,
): ParameterSlope[] {
  const sigma = (theta: number, j: number) => logistic(a[j] * (theta - b[j]));
  const steep = (theta: number, j: number) => {
    const up = sigma(theta, j);
    return (d[j] - c[j]) * up * (1 - up);
  };
  // What multiplies all slopes moves the margins as a standard deviation of ability does, difficulties being estimated.
  const times = (j: number) => (estimated.slopes === 'common' ? a[j] : 1);
  const byParameter = [
    [estimated.slopes, (theta: number, j: number) => times(j) * steep(theta, j) * (theta - b[j])],
    [
      estimated.difficulties ? 'each' : 'none',
      (theta: number, j: number) => -a[j] * steep(theta, j),
    ],
    [estimated.guessing, (theta: number, j: number) => 1 - sigma(theta, j)],
    [estimated.upper, sigma],
  ] as const;
  return byParameter.flatMap(([of, at]): ParameterSlope[] => {
    if (of === 'none') return [];
    if (of === 'common') return [{ item: null, at }];
    return Array.from({ length: count }, (_, item) => ({ item, at }));
  });
}
