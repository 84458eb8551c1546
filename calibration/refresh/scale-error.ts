import { median } from '../../src/statistics/median.ts';

/** Shares of the items that may have drifted, and by how much, in standard errors of one item: all combinations, and none, are as likely. */
const SHARES = [0.1, 0.2, 0.3, 0.4] as const;
const SIZES = [0.5, 1, 1.5, 2, 3].flatMap((size) => [-size, size]);
/** A density as small as this is that of an item that drifted by far: it says nothing of the others. */
const FAR = 1e-12;
const NODES = 81;
/** More items say no more than these: all shifts come from the same examinees, and drift is not of one size, which many items would tell apart. */
const MOST_ITEMS = 300;

/**
 * How far the scale may be from the one that stable items hold: the root mean square of the posterior of their common shift m, where some items may
 * have drifted by d in one direction, x_j ~ (1 − π) N(m, s_j²) + π N(m + d, s_j²), over π and d. Drift of less than two errors of an item cannot be
 * told from chance item by item; but it draws the scale along, so an error from items taken as stable is too small.
 *
 * @param shifts of the items, from the scale in use; NaN where it is not known, as is its error
 * @returns NaN without items
 * @see Abraham & Box (1978), Applied Statistics 27, 131–138, for the posterior among observations that may have been shifted
 */
export function scaleError(shifts: Float64Array, errors: Float64Array): number {
  const known = Array.from(shifts.keys()).filter((j) => Number.isFinite(shifts[j] + errors[j]));
  if (known.length === 0) return Number.NaN;
  const usual = median(known.map((j) => errors[j]));
  const reach = usual + 6 / Math.sqrt(known.reduce((sum, j) => sum + 1 / errors[j] ** 2, 0));
  const densities = (m: number) =>
    known.map((j) => Math.exp(-0.5 * ((shifts[j] - m) / errors[j]) ** 2));
  const points: { m: number; log: number }[] = [];
  for (let k = 0; k < NODES; k++) {
    const m = reach * ((2 * k) / (NODES - 1) - 1);
    const stable = densities(m);
    points.push({ m, log: stable.reduce((sum, f) => sum + Math.log(f + FAR), 0) });
    for (const size of SIZES) {
      const drifted = densities(m + size * usual);
      for (const share of SHARES) {
        let log = 0;
        stable.forEach((f, j) => {
          log += Math.log((1 - share) * f + share * drifted[j] + FAR);
        });
        points.push({ m, log });
      }
    }
  }
  const share = Math.min(1, MOST_ITEMS / known.length);
  const most = points.reduce((high, { log }) => Math.max(high, log), Number.NEGATIVE_INFINITY);
  let [sum, squares] = [0, 0];
  for (const { m, log } of points) {
    const weight = Math.exp(share * (log - most));
    sum += weight;
    squares += weight * m * m;
  }
  return Math.sqrt(squares / sum);
}
