import { type RandomStream, randomInteger } from '../../random.ts';
import { type Interval, interval90 } from '../percentile-interval.ts';

/**
 * A 90% percentile interval of a statistic over units that are drawn with replacement, each with all of its rows: rows of one unit depend on each
 * other. Not defined with fewer than two units.
 * @param units the rows of each
 * @param statistic of some rows, of which several can be the same; null where it is not defined
 * @see Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 13; Davison & Hinkley (1997), Bootstrap Methods and their
 *   Application, section 3.8, for units that hang together
 */
export function bootstrapInterval(
  units: readonly ArrayLike<number>[],
  draws: number,
  random: RandomStream,
  statistic: (rows: Int32Array) => number | null,
): Interval {
  if (units.length < 2) return { low: null, high: null };
  const largest = units.reduce((most, { length }) => Math.max(most, length), 0);
  const rows = new Int32Array(units.length * largest);
  const values: (number | null)[] = [];
  for (let draw = 0; draw < draws; draw++) {
    let n = 0;
    for (let k = 0; k < units.length; k++) {
      const unit = units[randomInteger(random, units.length)];
      for (let i = 0; i < unit.length; i++) rows[n++] = unit[i];
    }
    values.push(statistic(rows.subarray(0, n)));
  }
  return interval90(values);
}
