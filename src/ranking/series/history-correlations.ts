import { factorPositive, invertPositive } from '../../irt/small-cholesky.ts';

/** Correlations of the answers to one item over the series, of a history with given times. */
export interface HistoryCorrelations {
  /** m × m: R⁻¹ of the answers that were given, and log |R|. */
  readonly inverse: Float64Array;
  readonly logDeterminant: number;
  /** T × m: what is expected at each checkpoint of the standardised deviations of the answers given: R_t R⁻¹. */
  readonly weights: Float64Array;
  /** T × T: covariances of the standardised answers of all checkpoints, given those answers. */
  readonly rest: Float64Array;
}

/**
 * @param times ascending; none for an item that was never asked
 * @param between the correlation of the answers of two checkpoints
 * @param length T
 */
export function historyCorrelations(
  times: readonly number[],
  between: (t: number, s: number) => number,
  length: number,
): HistoryCorrelations {
  const m = times.length;
  const given = new Float64Array(m * m);
  times.forEach((t, r) => {
    times.forEach((s, c) => {
      given[m * r + c] = between(t, s);
    });
  });
  const inverse = m === 0 ? given : invertPositive(given, m);
  const root = given.slice();
  factorPositive(root, m);
  let logDeterminant = 0;
  for (let r = 0; r < m; r++) logDeterminant += 2 * Math.log(root[(m + 1) * r]);
  const weights = new Float64Array(length * m);
  const rest = new Float64Array(length * length);
  for (let t = 0; t < length; t++)
    for (let c = 0; c < m; c++)
      for (let r = 0; r < m; r++) weights[m * t + c] += between(t, times[r]) * inverse[m * r + c];
  for (let t = 0; t < length; t++)
    for (let s = 0; s < length; s++) {
      let sum = between(t, s);
      for (let c = 0; c < m; c++) sum -= weights[m * t + c] * between(times[c], s);
      rest[length * t + s] = sum;
    }
  return { inverse, logDeterminant, weights, rest };
}
