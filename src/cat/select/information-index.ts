import { information } from '../../irt/information.ts';
import { informationPeak } from '../../irt/information-peak.ts';
import type { ItemParameters } from '../../irt/parameters.ts';

/** Width of a cell of ability: narrow enough that the bounds over a cell are close to the values in it. */
const CELL = 0.1;
/** Kinds of items listed in each cell at first, and the factor by which a list grows when a test has used it up. */
const LISTED = 2048;
const LONGER = 4;
/** Covers rounding of the information at the ends of a cell, so that a bound is never below a value. */
const ROUNDING = 1 + 1e-9;

/** Finds the most informative items without computing the information of the whole bank. */
export interface InformationIndex {
  /**
   * Writes the `best.length` eligible items of greatest information at `theta` into `best`, greatest first and the lower
   * position first among equals; returns their number. The result is the same as that of a search through every item.
   */
  find(theta: number, eligible: (j: number) => boolean, best: Int32Array): number;
}

interface Cell {
  /** Kinds by descending bound. */
  readonly order: Int32Array;
  /** For each, an upper bound of its information anywhere in the cell. */
  readonly bound: Float64Array;
  /** No kind outside `order` exceeds this in the cell. */
  readonly rest: number;
}

/**
 * Lists, for each cell of ability that a search comes to, the items with the largest possible information in it. Information
 * has a single peak, so its largest value over a cell is at the peak if that lies inside, else at an end of the cell. A search
 * goes down the list and ends when the bounds fall below the worst of the items kept. If the list is too short for a search, it
 * is extended, so that long tests do not search the whole bank for every item. Items of equal parameters form one kind: a
 * calibration on few examinees gives equal parameters to all items with the same answers.
 *
 * Memory: 12 bytes for each cell and listed item, 3 MB over [−6, 6] at first.
 */
export function informationIndex(
  items: ItemParameters,
  low: number,
  high: number,
): InformationIndex {
  const count = Math.max(1, Math.ceil((high - low) / CELL - 1e-9));
  const cells: Cell[] = new Array(count);
  const width = (high - low) / count;
  const { kinds, start, members } = itemKinds(items);
  const peaks = new Float64Array(kinds.count);
  const tops = new Float64Array(kinds.count);
  for (let k = 0; k < kinds.count; k++) {
    peaks[k] = informationPeak(kinds.a[k], kinds.b[k], kinds.c[k], kinds.d[k]);
    tops[k] = information(peaks[k], kinds.a[k], kinds.b[k], kinds.c[k], kinds.d[k]) * ROUNDING;
  }
  const edge = (k: number) => low + k * width;
  const boundsIn = (k: number, atLeft: Float64Array, atRight: Float64Array): Float64Array => {
    const bound = new Float64Array(kinds.count);
    const [left, right] = [edge(k), edge(k + 1)];
    for (let j = 0; j < kinds.count; j++)
      bound[j] =
        peaks[j] >= left && peaks[j] <= right
          ? tops[j]
          : Math.max(atLeft[j], atRight[j]) * ROUNDING;
    return bound;
  };
  const list = (k: number, length: number): Cell => {
    const ends = [informationOfAll(kinds, edge(k)), informationOfAll(kinds, edge(k + 1))] as const;
    return listLargest(boundsIn(k, ...ends), length);
  };

  const kept = new Float64Array(64);
  const find = (theta: number, eligible: (j: number) => boolean, best: Int32Array): number => {
    const values = best.length <= kept.length ? kept : new Float64Array(best.length);
    let found = 0;
    const look = (kind: number) => {
      const { a, b, c, d } = kinds;
      const value = information(theta, a[kind], b[kind], c[kind], d[kind]);
      if (found === best.length && value < values[found - 1]) return;
      for (let n = start[kind]; n < start[kind + 1]; n++) {
        const j = members[n];
        if (!eligible(j)) continue;
        const place = placeOf(value, j, best, values, found);
        // The following ones have the same information and a higher position in the bank.
        if (place === best.length) return;
        if (found < best.length) found++;
        insert(value, j, place, best, values, found);
      }
    };
    const k = theta === high ? count - 1 : Math.floor((theta - low) / width);
    while (k >= 0 && k < count) {
      cells[k] ??= list(k, LISTED);
      const { order, bound, rest } = cells[k];
      found = 0;
      for (let n = 0; n < order.length; n++) {
        if (found === best.length && bound[n] < values[found - 1]) return found;
        look(order[n]);
      }
      if (order.length === kinds.count) return found;
      if (found === best.length && rest < values[found - 1]) return found;
      cells[k] = list(k, LONGER * order.length);
    }
    found = 0;
    for (let kind = 0; kind < kinds.count; kind++) look(kind);
    return found;
  };
  return { find };
}

/** Items of equal parameters as one: the members of kind k, in the order of the bank, are start[k] … start[k + 1] − 1. */
interface ItemKinds {
  readonly kinds: ItemParameters;
  readonly start: Int32Array;
  readonly members: Int32Array;
}

function itemKinds(items: ItemParameters): ItemKinds {
  const { a, b, c, d, count } = items;
  const members = Int32Array.from({ length: count }, (_, j) => j);
  // Most banks have no two equal items; they need no sorting.
  if (new Set(a).size < count)
    members.sort((i, j) => a[i] - a[j] || b[i] - b[j] || c[i] - c[j] || d[i] - d[j] || i - j);
  const starts: number[] = [];
  for (let n = 0; n < count; n++) {
    const [i, j] = [members[n - 1], members[n]];
    const isSame = n > 0 && a[i] === a[j] && b[i] === b[j] && c[i] === c[j] && d[i] === d[j];
    if (!isSame) starts.push(n);
  }
  const pick = (of: ArrayLike<number>) => Float64Array.from(starts, (n) => of[members[n]]);
  return {
    kinds: { count: starts.length, a: pick(a), b: pick(b), c: pick(c), d: pick(d) },
    start: Int32Array.from([...starts, count]),
    members,
  };
}

function informationOfAll(items: ItemParameters, theta: number): Float64Array {
  const values = new Float64Array(items.count);
  for (let j = 0; j < items.count; j++)
    values[j] = information(theta, items.a[j], items.b[j], items.c[j], items.d[j]);
  return values;
}

/** The place of item j among the best so far, from 0; `best.length` where it has none. */
function placeOf(
  value: number,
  j: number,
  best: Int32Array,
  values: Float64Array,
  found: number,
): number {
  let n = found;
  while (n > 0 && (value > values[n - 1] || (value === values[n - 1] && j < best[n - 1]))) n--;
  return n;
}

/** Inserts item j among the `found` best, itself included; if all places are taken, the last one drops out. */
function insert(
  value: number,
  j: number,
  place: number,
  best: Int32Array,
  values: Float64Array,
  found: number,
): void {
  for (let n = found - 1; n > place; n--) {
    best[n] = best[n - 1];
    values[n] = values[n - 1];
  }
  best[place] = j;
  values[place] = value;
}

/** The `length` largest, and more where some are equal to the last of them. */
function listLargest(bound: Float64Array, length: number): Cell {
  const cut = bound.length <= length ? Number.NEGATIVE_INFINITY : nthLargest(bound, length);
  const listed: number[] = [];
  let rest = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < bound.length; j++) {
    // Include all that equal the last one; otherwise the list would depend on the order in the bank.
    if (bound[j] >= cut) listed.push(j);
    else if (bound[j] > rest) rest = bound[j];
  }
  listed.sort((x, y) => bound[y] - bound[x] || x - y);
  return {
    order: Int32Array.from(listed),
    bound: Float64Array.from(listed, (j) => bound[j]),
    rest,
  };
}

/** The n-th largest value, by quickselect on a copy (Hoare 1961). */
function nthLargest(values: Float64Array, n: number): number {
  const copy = values.slice();
  const target = n - 1;
  let low = 0;
  let high = copy.length - 1;
  while (low < high) {
    const pivot = copy[(low + high) >> 1];
    let left = low;
    let right = high;
    while (left <= right) {
      while (copy[left] > pivot) left++;
      while (copy[right] < pivot) right--;
      if (left <= right) {
        const kept = copy[left];
        copy[left++] = copy[right];
        copy[right--] = kept;
      }
    }
    if (target <= right) high = right;
    else if (target >= left) low = left;
    else break;
  }
  return copy[target];
}
