import type { Strata } from '../../src/ranking/random-items.ts';

/**
 * Divides each group of items into `bins` parts of (nearly) equal size by their share right, hardest first; equal
 * shares in the order of the bank. Stratum = group · bins + part.
 *
 * @param group one entry per item, from 0 to groups − 1
 * @param right share of right answers, one entry per item
 */
export function difficultyStrata(
  group: ArrayLike<number>,
  groups: number,
  right: Float64Array,
  bins: number,
): Strata {
  const members: number[][] = Array.from({ length: groups }, () => []);
  for (let j = 0; j < right.length; j++) members[group[j]].push(j);
  const of = new Int32Array(right.length);
  members.forEach((items, g) => {
    items.sort((i, j) => right[i] - right[j] || i - j);
    items.forEach((j, rank) => {
      of[j] = g * bins + Math.floor((rank * bins) / items.length);
    });
  });
  return { count: groups * bins, of };
}
