import { normalTail } from './normal-tail.ts';

/** The z with P(Z > z) = `tail`, 0 < tail ≤ 0.5: bisection. */
export function normalQuantile(tail: number): number {
  let low = 0;
  let high = 40;
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (normalTail(middle) > tail) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
