/** The logistic function 1/(1 + e^−x); exactly 0 and 1 at −Infinity and Infinity. */
export function logistic(x: number): number {
  return 1 / (1 + Math.exp(-x));
}
