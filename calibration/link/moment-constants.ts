import type { ItemParameters } from '../../src/irt/parameters.ts';
import { mean } from '../../src/statistics/mean.ts';
import { variance } from '../../src/statistics/variance.ts';

/** θ on the new scale = slope · θ + intercept; so b becomes slope · b + intercept, and a becomes a / slope. */
export interface LinkingConstants {
  /** Above 0. */
  readonly slope: number;
  readonly intercept: number;
}

/**
 * Constants from the means of the common items' parameters: slope = mean(a) / mean(a*), with a* on the new scale;
 * intercept = mean(b*) − slope · mean(b).
 * @param from, to the common items on both scales, in one order
 * @see Loyd & Hoover (1980), Journal of Educational Measurement 17, 179–193
 */
export function meanMean(from: ItemParameters, to: ItemParameters): LinkingConstants {
  return throughMeans(mean(from.a) / mean(to.a), from, to);
}

/**
 * Constants from the means and standard deviations of the common items' difficulties: slope = sd(b*) / sd(b);
 * intercept = mean(b*) − slope · mean(b).
 * @param from, to the common items on both scales, in one order; two or more, with different difficulties
 * @see Marco (1977), Journal of Educational Measurement 14, 139–160
 */
export function meanSigma(from: ItemParameters, to: ItemParameters): LinkingConstants {
  return throughMeans(Math.sqrt(variance(to.b) / variance(from.b)), from, to);
}

function throughMeans(slope: number, from: ItemParameters, to: ItemParameters): LinkingConstants {
  return { slope, intercept: mean(to.b) - slope * mean(from.b) };
}
