import { NORMAL_95 } from '../statistics/normal-points.ts';

/** A value of a chart with the ends of its band; null if they are not known. */
export interface ErrorBand {
  readonly y: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * A value and the band of its standard error; without one there is neither end.
 *
 * @param reach of standard errors to both sides: of 95% where they are normal, by default
 * @param least and `most`: ends of what the value can be, which the band does not pass
 */
export function errorBand(
  { value, se }: { readonly value: number | null; readonly se: number | null },
  {
    reach = NORMAL_95,
    least = Number.NEGATIVE_INFINITY,
    most = Number.POSITIVE_INFINITY,
  }: { readonly reach?: number; readonly least?: number; readonly most?: number } = {},
): ErrorBand {
  if (value === null || se === null) return { y: value, low: null, high: null };
  return {
    y: value,
    low: Math.max(least, value - reach * se),
    high: Math.min(most, value + reach * se),
  };
}
