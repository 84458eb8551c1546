import { type RandomStream, randomInteger } from '../../random.ts';
import { type Interval, interval90 } from '../percentile-interval.ts';

/**
 * A 90% percentile interval of a statistic over units that are drawn with replacement.
 * @param count units, at least one
 * @param statistic of the units at some positions; null where it is not defined
 * @see Efron & Tibshirani (1993), An Introduction to the Bootstrap, chapter 13
 */
export function bootstrapInterval(
  count: number,
  draws: number,
  random: RandomStream,
  statistic: (rows: Int32Array) => number | null,
): Interval {
  const rows = new Int32Array(count);
  const values: (number | null)[] = [];
  for (let draw = 0; draw < draws; draw++) {
    for (let k = 0; k < count; k++) rows[k] = randomInteger(random, count);
    values.push(statistic(rows));
  }
  return interval90(values);
}
