import type { ItemRows } from './item-rows.ts';

/** Pairs with fewer common answers are left out: their correlations are mostly chance. */
const LEAST_COMMON = 10;
/** Variance that is rounding. */
const LEAST_VARIANCE = 1e-9;

/** Called with the values of the pairs (item, from + k), k < count, NaN without one. Positions from the number of items on start again at 0. */
export type PairVisitor = (values: Float64Array, count: number, item: number, from: number) => void;

/** Products of two numbers that one pair takes. */
export function pairCost({ n, answered, implied }: ItemRows): number {
  return (answered === null ? n : 6 * n) + (implied?.nodes ?? 0);
}

/**
 * Visits pairs of items with Pearson's correlation of their values over the examinees who answered both, minus the
 * correlation that is implied.
 *
 * @param band null: all pairs; else each item with the next `band` ones, the first following the last: with items in random
 *   order, pairs that are all equally likely to be compared. At most half of the items
 */
export function eachPair(rows: ItemRows, band: number | null, visit: PairVisitor): void {
  if (rows.answered === null) eachCompletePair(rows, band, visit);
  else eachCommonPair(rows, rows.answered, band, visit);
}

/** Correlations are products of rows of mean 0 and length 1; those implied are taken away in the same sum. */
function eachCompletePair(rows: ItemRows, band: number | null, visit: PairVisitor): void {
  const { count, n, values, implied } = rows;
  const nodes = implied?.nodes ?? 0;
  const length = n + nodes;
  const around = band ?? 0;
  const right = new Float64Array((count + around) * length);
  for (let item = 0; item < count; item++) {
    let mean = 0;
    for (let i = 0; i < n; i++) mean += values[item * n + i] / n;
    let square = 0;
    for (let i = 0; i < n; i++) square += (values[item * n + i] - mean) ** 2;
    const scale = square > LEAST_VARIANCE ? 1 / Math.sqrt(square) : Number.NaN;
    for (let i = 0; i < n; i++) right[item * length + i] = (values[item * n + i] - mean) * scale;
    if (implied !== null)
      right.set(implied.rows.subarray(item * nodes, (item + 1) * nodes), item * length + n);
  }
  right.copyWithin(count * length, 0, around * length);
  const own = new Float64Array(length);
  const found = new Float64Array(band ?? count);
  for (let item = 0; item < count; item++) {
    for (let i = 0; i < length; i++)
      own[i] = i < n ? right[item * length + i] : -right[item * length + i];
    const number = band ?? count - 1 - item;
    products(own, right, (item + 1) * length, number, found);
    visit(found, number, item, item + 1);
  }
}

/** found[k] = own'(row k of those that start at `at`), k < number. */
function products(
  own: Float64Array,
  rows: Float64Array,
  start: number,
  number: number,
  found: Float64Array,
): void {
  const length = own.length;
  let at = start;
  let k = 0;
  // Four rows share each number of their own: fewer loads, and four sums that do not wait for each other.
  for (; k + 4 <= number; k += 4, at += 4 * length) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let i = 0; i < length; i++) {
      const x = own[i];
      s0 += x * rows[at + i];
      s1 += x * rows[at + length + i];
      s2 += x * rows[at + 2 * length + i];
      s3 += x * rows[at + 3 * length + i];
    }
    found[k] = s0;
    found[k + 1] = s1;
    found[k + 2] = s2;
    found[k + 3] = s3;
  }
  for (; k < number; k++, at += length) {
    let sum = 0;
    for (let i = 0; i < length; i++) sum += own[i] * rows[at + i];
    found[k] = sum;
  }
}

function eachCommonPair(
  { count, n, values, implied }: ItemRows,
  answered: Float64Array,
  band: number | null,
  visit: PairVisitor,
): void {
  const found = new Float64Array(band ?? count);
  for (let item = 0; item < count; item++) {
    const number = band ?? count - 1 - item;
    for (let k = 0; k < number; k++) {
      const other = (item + 1 + k) % count;
      found[k] = commonCorrelation(values, answered, n, item * n, other * n);
      if (implied === null) continue;
      const [own, its] = [item * implied.nodes, other * implied.nodes];
      for (let q = 0; q < implied.nodes; q++)
        found[k] -= implied.rows[own + q] * implied.rows[its + q];
    }
    visit(found, number, item, item + 1);
  }
}

/** Pearson's correlation over the examinees who answered both. */
function commonCorrelation(
  values: Float64Array,
  answered: Float64Array,
  n: number,
  one: number,
  two: number,
): number {
  let common = 0;
  let x = 0;
  let y = 0;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let i = 0; i < n; i++) {
    // Values are 0 where there is no answer.
    const [u, v] = [values[one + i] * answered[two + i], values[two + i] * answered[one + i]];
    common += answered[one + i] * answered[two + i];
    x += u;
    y += v;
    xx += u * u;
    yy += v * v;
    xy += u * v;
  }
  if (common < LEAST_COMMON) return Number.NaN;
  const [varX, varY] = [xx - (x * x) / common, yy - (y * y) / common];
  if (!(varX > LEAST_VARIANCE && varY > LEAST_VARIANCE)) return Number.NaN;
  return (xy - (x * y) / common) / Math.sqrt(varX * varY);
}
