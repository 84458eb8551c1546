/**
 * P(X ≤ x) of the number X of successes in independent trials with probabilities p_k (Poisson's binomial distribution), exactly:
 * trial by trial, with the probabilities of 0 to x successes scaled so that those of thousands of trials do not vanish.
 *
 * @param x a whole number from 0
 * @param ps in [0, 1)
 * @returns 1 for x at or above the number of trials; 0 where the probability is below the least positive number
 */
export function bernoulliCountTail(x: number, ps: ArrayLike<number>): number {
  if (x >= ps.length) return 1;
  const mass = new Float64Array(x + 1);
  mass[0] = 1;
  let log = 0;
  for (let k = 0; k < ps.length; k++) {
    let sum = 0;
    for (let j = x; j >= 0; j--) {
      mass[j] = mass[j] * (1 - ps[k]) + (j > 0 ? mass[j - 1] * ps[k] : 0);
      sum += mass[j];
    }
    log += Math.log(sum);
    for (let j = 0; j <= x; j++) mass[j] /= sum;
  }
  return Math.exp(log);
}
