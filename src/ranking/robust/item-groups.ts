import type { Grouping } from '../../cat/robust/score-model.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { sharesRight } from '../../irt/shares-right.ts';
import { shuffle } from '../../random.ts';

/** Parts of the bank by how hard items are. */
export const LEVELS = 5;
/** Groupings with more groups than this are left out: an examinee's answers say nothing of so many effects. */
const MOST_GROUPS = 200;
/** Where the effects' variances start from, before they are learned. */
const START_VARIANCE = 0.05;

/** The level of difficulty of each item, from 0: fifths of the bank by the share of the examinees that got it right. */
export function difficultyLevels(matrix: ResponseMatrix): Uint16Array {
  const width = matrix.items.length;
  const share = sharesRight(matrix);
  const order = Int32Array.from(share.keys()).sort((j, k) => share[j] - share[k] || j - k);
  const level = new Uint16Array(width);
  order.forEach((j, k) => {
    level[j] = Math.floor((LEVELS * k) / width);
  });
  return level;
}

/** Groupings an examinee may have effects of: the tag, the level of difficulty, and their pairs. */
export function effectGroupings(
  tag: { readonly values: readonly string[]; readonly codes: ArrayLike<number> } | undefined,
  level: Uint16Array,
): Grouping[] {
  const grouping = (name: string, count: number, of: Uint16Array): Grouping[] =>
    count > 1 && count <= MOST_GROUPS ? [{ name, count, of, variance: START_VARIANCE }] : [];
  const levels = grouping('level', LEVELS, level);
  if (tag === undefined || tag.values.length < 2) return levels;
  const { values, codes } = tag;
  return [
    ...grouping('tag', values.length, Uint16Array.from(codes)),
    ...levels,
    ...grouping(
      'tag × level',
      values.length * LEVELS,
      level.map((l, j) => LEVELS * codes[j] + l),
    ),
  ];
}

/**
 * Items in random order, every prefix of which has each stratum (tag × level of difficulty) nearly in proportion: the items
 * of a stratum are shuffled and spread evenly over [0, 1) from a random start.
 *
 * @param isOpen items that can be asked
 */
export function stratifiedOrder(
  isOpen: (j: number) => boolean,
  stratum: ArrayLike<number>,
  random: () => number,
): Int32Array {
  const members = new Map<number, number[]>();
  for (let j = 0; j < stratum.length; j++) {
    if (!isOpen(j)) continue;
    const own = members.get(stratum[j]);
    if (own === undefined) members.set(stratum[j], [j]);
    else own.push(j);
  }
  const key = new Float64Array(stratum.length);
  const all: number[] = [];
  for (const [, own] of [...members].sort(([s], [t]) => s - t)) {
    const start = random();
    shuffle(own, random).forEach((j, k) => {
      key[j] = (k + start) / own.length;
      all.push(j);
    });
  }
  return Int32Array.from(all.sort((j, k) => key[j] - key[k] || j - k));
}
