import type { Repeats } from './repeats.ts';

/**
 * An upper bound of the variance of repeats where no two of them have different scores: of C cells with two answers each, none
 * differs with probability (1 − d)^C, d the share of pairs that differ, so d ≤ 1 − α^(1/C), and scores in [0, 1] have a
 * variance of at most d/2. Cells are taken as independent; the estimate itself is 0 then, and so would be its interval by normal theory.
 *
 * @param tail α, in (0, 1)
 * @returns null if some repeats differ, or nothing is repeated
 * @see Clopper & Pearson (1934), Biometrika 26, 404–413, for no success in C trials
 */
export function steadyBound(cells: readonly Repeats[], tail: number): number | null {
  let repeated = 0;
  for (const { scoresDiffer } of cells) {
    if (scoresDiffer === null) continue;
    if (scoresDiffer > 0) return null;
    repeated++;
  }
  return repeated === 0 ? null : -Math.expm1(Math.log(tail) / repeated) / 2;
}
