import type { ItemPair } from './bank-diagnosis.ts';
import { eachPair } from './each-pair.ts';
import type { ItemRows } from './item-rows.ts';

/** Pairs named, and the most that wait to be sorted. */
const NAMED = 100;
const WAITING = 4096;

interface FarPair {
  readonly distance: number;
  readonly value: number;
  readonly one: number;
  readonly two: number;
}

/**
 * The pairs whose values lie further from `centre` than `threshold`: their number, and the furthest 100, furthest first.
 *
 * @param band as in `eachPair`
 * @param order the item of each row
 * @param threshold null: the furthest of all
 */
export function furthestPairs(
  rows: ItemRows,
  band: number | null,
  order: Int32Array,
  centre: number,
  threshold: number | null,
): { readonly beyond: number; readonly pairs: readonly ItemPair[] } {
  let cut = threshold ?? -1;
  let beyond = 0;
  let waiting: FarPair[] = [];
  const keepFurthest = () => {
    waiting.sort((p, q) => q.distance - p.distance || p.one - q.one || p.two - q.two);
    waiting = waiting.slice(0, NAMED);
    if (waiting.length === NAMED) cut = waiting[NAMED - 1].distance;
  };
  eachPair(rows, band, (values, count, item, from) => {
    for (let k = 0; k < count; k++) {
      const distance = Math.abs(values[k] - centre);
      if (threshold !== null && distance > threshold) beyond++;
      if (!(distance > cut)) continue;
      const [p, q] = [order[item], order[(from + k) % rows.count]];
      waiting.push({ distance, value: values[k], one: Math.min(p, q), two: Math.max(p, q) });
      if (waiting.length === WAITING) keepFurthest();
    }
  });
  keepFurthest();
  return { beyond, pairs: waiting.map(({ value, one, two }) => ({ items: [one, two], value })) };
}
