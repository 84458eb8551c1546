import type { ResponseMatrix } from '../../../src/irt/responses.ts';

/** An answer that was not given, or an item that has no groups. */
export const NONE = 2;

/** Who is in which group. */
export interface DifGroups {
  /** One number per examinee: 0 or 1, or its date. */
  readonly labels: Float64Array;
  /**
   * Null: examinees with the label 1 are focal for every item. Else one date per item (NaN if it has none): examinees with this date or
   * a later one are focal for the item, the others its reference.
   */
  readonly dates: Float64Array | null;
}

/** Answers of two groups, item by item. */
export interface DifAnswers extends DifGroups {
  readonly examinees: number;
  readonly items: number;
  /** items × examinees: 0, 1, or NONE. */
  readonly scores: Uint8Array;
}

/** @param matrix with only 0, 1 and NaN */
export function difAnswers(
  { examinees, items, scores }: ResponseMatrix,
  groups: DifGroups,
): DifAnswers {
  const [n, width] = [examinees.length, items.length];
  const columns = new Uint8Array(n * width);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < width; j++) {
      const u = scores[i * width + j];
      columns[j * n + i] = Number.isNaN(u) ? NONE : u;
    }
  return { ...groups, examinees: n, items: width, scores: columns };
}

/** Writes the group of each examinee for an item into `into`: 0 reference, 1 focal, NONE if the item has no date. */
export function fillGroups(
  labels: Float64Array,
  dates: Float64Array | null,
  item: number,
  into: Uint8Array,
): void {
  const from = dates === null ? 1 : dates[item];
  for (let i = 0; i < labels.length; i++)
    into[i] = Number.isNaN(from) ? NONE : labels[i] >= from ? 1 : 0;
}
