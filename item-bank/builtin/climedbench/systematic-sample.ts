import type { RandomStream } from '../../../src/random.ts';

/**
 * Systematic sampling with unequal probabilities (Madow 1949, Annals of Mathematical Statistics 20): unit k is taken
 * with probability `probabilities[k]` exactly, and the number taken is their sum rounded up or down. It is taken where
 * the running sum passes one of the points u, u + 1, u + 2, …, with one u uniform in [0, 1).
 *
 * Near neighbours are rarely taken together: put the units in random order first.
 *
 * @param probabilities numbers in [0, 1]
 * @returns for each unit whether it is taken
 */
export function systematicSample(
  probabilities: ArrayLike<number>,
  random: RandomStream,
): boolean[] {
  let sum = -random();
  return Array.from(probabilities, (p) => {
    const before = Math.floor(sum);
    sum += p;
    return Math.floor(sum) > before;
  });
}
