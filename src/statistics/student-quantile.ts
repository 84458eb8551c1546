import { studentTail } from './student-tail.ts';

/** The t with P(T > t) = `tail`, 1e-6 ≤ `tail` ≤ 0.5: bisection. */
export function studentQuantile(tail: number, degrees: number): number {
  let low = 0;
  let high = 1;
  while (studentTail(high, degrees) > tail) high *= 2;
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (studentTail(middle, degrees) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
