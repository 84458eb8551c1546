import { pairedScoreStatistic } from './paired-score-statistic.ts';

/** Halvings of a range of at most 2: to 1e-15. */
const ROUNDS = 52;

/**
 * The differences p_B − p_A of two paired proportions that Tango's score statistic does not reject: from −z to z.
 *
 * @param onlyA,onlyB pairs of which only A or only B is right, of `n`
 * @param z normal point of the interval, such as 1.96
 * @see Tango (1998), Statistics in Medicine 17, 891–908; compared with other intervals by Newcombe (1998), ibid. 2635–2650
 */
export function pairedScoreInterval(
  onlyA: number,
  onlyB: number,
  n: number,
  z: number,
): { readonly low: number; readonly high: number } {
  const estimate = (onlyB - onlyA) / n;
  const border = (from: number, to: number, at: number) => {
    let [low, high] = [from, to];
    for (let k = 0; k < ROUNDS; k++) {
      const middle = (low + high) / 2;
      if (pairedScoreStatistic(onlyA, onlyB, n, middle) > at) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  return { low: border(-1, estimate, z), high: border(estimate, 1, -z) };
}
