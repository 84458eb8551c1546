import type { PairDecision } from '../../../src/ranking/ordering/decide-pairs.ts';
import { studentTail } from '../../../src/statistics/student-tail.ts';

/** The answers of one model; NaN if it was not asked. */
export type GivenAnswers = Float64Array;

/**
 * Orders two models by the items both were asked: the paired t-test of the differences of their answers, two-sided.
 *
 * @param level level of the test, such as that of all pairs divided by their number
 */
export function pairedDecision(a: GivenAnswers, b: GivenAnswers, level: number): PairDecision {
  let count = 0;
  let sum = 0;
  let squares = 0;
  for (let j = 0; j < a.length; j++) {
    const difference = a[j] - b[j];
    if (Number.isNaN(difference)) continue;
    count++;
    sum += difference;
    squares += difference * difference;
  }
  if (count < 2) return 'undecided';
  const variance = (squares - (sum * sum) / count) / (count - 1);
  const t = variance > 0 ? Math.abs(sum) / Math.sqrt(count * variance) : 0;
  if (2 * studentTail(t, count - 1) > level) return 'undecided';
  return sum > 0 ? 'above' : 'below';
}
