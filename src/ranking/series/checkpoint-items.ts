import type { AnsweredItems } from '../../cat/robust/examinee-posterior.ts';
import type { SeriesDesign } from './series-items.ts';

/**
 * The items that one checkpoint is asked: the anchors, then those that earlier checkpoints were asked least often, in the random order of
 * the series: new ones until all were asked. Nothing depends on answers: items that are chosen by what they tell are those whose curves a
 * new family follows least, which all checkpoints of a run share (docs/evidence/series.md).
 *
 * @param earlier the items that each earlier checkpoint was asked
 */
export function checkpointItems(
  { order, items, anchors }: SeriesDesign,
  earlier: readonly ArrayLike<number>[],
): Int32Array {
  const asked = new Map<number, number>();
  for (const own of earlier)
    for (let k = 0; k < own.length; k++) asked.set(own[k], (asked.get(own[k]) ?? 0) + 1);
  const timesAsked = (j: number) => asked.get(j) ?? 0;
  // A stable sort: those asked equally often stay in their order.
  const others = Array.from(order.subarray(anchors)).sort((j, k) => timesAsked(j) - timesAsked(k));
  return Int32Array.of(...order.subarray(0, anchors), ...others.slice(0, items - anchors));
}

/** The answers to some items. @param scores one entry per item of the bank */
export function answersTo(items: Int32Array, scores: ArrayLike<number>): AnsweredItems {
  return { index: items, scores: Float64Array.from(items, (j) => scores[j]), count: items.length };
}
