import type { Grouping } from '../../cat/robust/score-model.ts';
import type { ResponseMatrix } from '../../irt/responses.ts';
import { sharesRight } from '../../irt/shares-right.ts';
import type { USUAL_VARIANCES } from './usual-variances.ts';

/** A tag of the items: its values, and the position of each item's value among them. */
export interface ItemTag {
  readonly values: readonly string[];
  readonly codes: ArrayLike<number>;
}

/** Parts of the bank by how hard items are, and by how much they tell. */
const LEVELS = 5;
/** Groupings with more groups than this are left out: the answers of one examinee say nothing about that many effects. */
const MOST_GROUPS = 200;

/** The level of difficulty of each item, from 0: fifths of the bank by the share of the examinees that got it right. */
export function difficultyLevels(matrix: ResponseMatrix): Uint16Array {
  return fifths(sharesRight(matrix));
}

/** The stratum of each item for random orders: the value of its tag × its level of difficulty. */
export function strataOf(matrix: ResponseMatrix, tag: ItemTag | undefined): Int32Array {
  return Int32Array.from(difficultyLevels(matrix), (l, j) => (tag?.codes[j] ?? 0) * LEVELS + l);
}

/**
 * The level of discrimination of each item, from 0: fifths of the bank by the slope of the leading ability. Tests ask the
 * steep items; an examinee that is better at these than its ability says is not as good at the others.
 *
 * @param coefficients J × (K + 1): δ, then a
 */
export function discriminationLevels(coefficients: Float64Array, dimensions: number): Uint16Array {
  const size = dimensions + 1;
  return fifths(
    Float64Array.from({ length: coefficients.length / size }, (_, j) => coefficients[size * j + 1]),
  );
}

function fifths(values: Float64Array): Uint16Array {
  const level = new Uint16Array(values.length);
  const order = Int32Array.from(values.keys()).sort((j, k) => values[j] - values[k] || j - k);
  // Equal values stay together, at the middle of their ranks: the order of the items in the bank says nothing.
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    const own = Math.floor((LEVELS * (from + to)) / (2 * values.length));
    for (let k = from; k < to; k++) level[order[k]] = own;
  }
  return level;
}

/** A grouping that examinees may have effects of. */
export interface EffectGrouping extends Omit<Grouping, 'variance' | 'name'> {
  readonly name: keyof typeof USUAL_VARIANCES.effects;
}

/**
 * Groupings an examinee may have effects of: the level of discrimination, the tag, the level of difficulty, and the pairs
 * of these two.
 */
export function effectGroupings(
  tag: ItemTag | undefined,
  level: Uint16Array,
  discrimination: Uint16Array,
): EffectGrouping[] {
  const grouping = (name: EffectGrouping['name'], count: number, of: Uint16Array) =>
    count > 1 && count <= MOST_GROUPS ? [{ name, count, of }] : [];
  const levels = [
    ...grouping('discrimination', LEVELS, discrimination),
    ...grouping('level', LEVELS, level),
  ];
  if (tag === undefined || tag.values.length < 2) return levels;
  const { values, codes } = tag;
  const tags = grouping('tag', values.length, Uint16Array.from(codes));
  const pairs = [
    ...grouping(
      'tag × level',
      values.length * LEVELS,
      level.map((l, j) => LEVELS * codes[j] + l),
    ),
  ];
  // The largest last: its effects are eliminated first (ExamineePosterior), which is fast where they are many.
  return pairs.length > 0 ? [...tags, ...levels, ...pairs] : [...levels, ...tags];
}
