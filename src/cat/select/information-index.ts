import { information } from '../../irt/information.ts';
import { informationPeak } from '../../irt/information-peak.ts';
import type { ItemParameters } from '../../irt/parameters.ts';

/** Width of a cell of ability: narrow enough that the bounds over a cell are close to the values in it. */
const CELL = 0.1;
/** Items listed in each cell. A session that uses up a cell's list falls back to looking at every item. */
const LISTED = 2048;
/** Covers the rounding of the information at a cell's ends, so that a bound is never below a value. */
const ROUNDING = 1 + 1e-9;

/** Finds the most informative items without computing the information of the whole bank. */
export interface InformationIndex {
  /**
   * Writes the `best.length` eligible items of greatest information at `theta` into `best`, greatest first and the
   * lower position first among equals; returns how many there were. Exactly what a look at every item would give.
   */
  find(theta: number, eligible: (j: number) => boolean, best: Int32Array): number;
}

interface Cell {
  /** Items by descending bound. */
  readonly order: Int32Array;
  /** For each, an upper bound of its information anywhere in the cell. */
  readonly bound: Float64Array;
  /** No item outside `order` exceeds this in the cell. */
  readonly rest: number;
}

/**
 * Lists, for each cell of ability, the items with the largest possible information in it. Information has a single
 * peak, so that its largest value over a cell is at the peak where that lies inside, else at an end of the cell. A
 * search walks down the list and ends when the bounds fall below the worst of the items kept.
 *
 * Memory: 12 bytes for each cell and listed item, at most 3 MB over [−6, 6].
 */
export function informationIndex(
  items: ItemParameters,
  low: number,
  high: number,
): InformationIndex {
  const cells: Cell[] = [];
  const count = Math.max(1, Math.ceil((high - low) / CELL - 1e-9));
  const width = (high - low) / count;
  const peaks = new Float64Array(items.count);
  const tops = new Float64Array(items.count);
  for (let j = 0; j < items.count; j++) {
    peaks[j] = informationPeak(items.a[j], items.b[j], items.c[j], items.d[j]);
    tops[j] = information(peaks[j], items.a[j], items.b[j], items.c[j], items.d[j]) * ROUNDING;
  }
  let atLeft = informationOfAll(items, low);
  for (let k = 0; k < count; k++) {
    const left = low + k * width;
    const right = low + (k + 1) * width;
    const atRight = informationOfAll(items, right);
    const bound = new Float64Array(items.count);
    for (let j = 0; j < items.count; j++)
      bound[j] =
        peaks[j] >= left && peaks[j] <= right
          ? tops[j]
          : Math.max(atLeft[j], atRight[j]) * ROUNDING;
    cells.push(listLargest(bound));
    atLeft = atRight;
  }

  const kept = new Float64Array(64);
  const find = (theta: number, eligible: (j: number) => boolean, best: Int32Array): number => {
    const values = best.length <= kept.length ? kept : new Float64Array(best.length);
    const k = Math.floor((theta - low) / width);
    const cell = theta === high ? cells[count - 1] : cells[k];
    let found = 0;
    if (cell !== undefined) {
      const { order, bound } = cell;
      for (let n = 0; n < order.length; n++) {
        if (found === best.length && bound[n] < values[found - 1]) return found;
        if (eligible(order[n])) found = keep(items, theta, order[n], best, values, found);
      }
      if (order.length === items.count) return found;
      if (found === best.length && cell.rest < values[found - 1]) return found;
    }
    found = 0;
    for (let j = 0; j < items.count; j++)
      if (eligible(j)) found = keep(items, theta, j, best, values, found);
    return found;
  };
  return { find };
}

function informationOfAll(items: ItemParameters, theta: number): Float64Array {
  const values = new Float64Array(items.count);
  for (let j = 0; j < items.count; j++)
    values[j] = information(theta, items.a[j], items.b[j], items.c[j], items.d[j]);
  return values;
}

/** Puts item j into its place among the best so far, if it has one. */
function keep(
  items: ItemParameters,
  theta: number,
  j: number,
  best: Int32Array,
  values: Float64Array,
  found: number,
): number {
  const value = information(theta, items.a[j], items.b[j], items.c[j], items.d[j]);
  const isBefore = (n: number) => value > values[n] || (value === values[n] && j < best[n]);
  if (found === best.length) {
    if (!isBefore(found - 1)) return found;
    found--;
  }
  let n = found;
  for (; n > 0 && isBefore(n - 1); n--) {
    best[n] = best[n - 1];
    values[n] = values[n - 1];
  }
  best[n] = j;
  values[n] = value;
  return found + 1;
}

function listLargest(bound: Float64Array): Cell {
  const cut = bound.length <= LISTED ? Number.NEGATIVE_INFINITY : nthLargest(bound, LISTED);
  const listed: number[] = [];
  let rest = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < bound.length; j++) {
    // Equal bounds beyond the list's length stay outside; they raise `rest` and cost a full look at worst.
    if (bound[j] >= cut && listed.length < LISTED) listed.push(j);
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
