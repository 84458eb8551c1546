import type { ItemRows } from './item-rows.ts';

/** Pairs with fewer common answers are left out: their correlations are mostly chance. */
const LEAST_COMMON = 10;
/** Sums over the examinees that a pair with missing answers takes. */
const COMMON_SUMS = 6;
/** Variance that is rounding. */
const LEAST_VARIANCE = 1e-9;

/** Called with the values of the pairs (item, from + k), k < count, NaN without one. Positions from the number of items on start again at 0. */
export type PairVisitor = (values: Float64Array, count: number, item: number, from: number) => void;

/** Products of two numbers that one pair takes on average. */
export function pairCost(rows: ItemRows): number {
  const { count, n, implied } = rows;
  const own = n + (implied?.nodes ?? 0);
  const whole = wholeItems(rows).reduce((sum, isWhole) => sum + isWhole, 0) / count;
  return own + (1 - whole * whole) * (own + COMMON_SUMS * n);
}

/**
 * Visits pairs of items with Pearson's correlation of their values over the examinees who answered both, minus the
 * correlation that is implied.
 *
 * Correlations are products of rows of mean 0 and length 1; those implied are taken away in the same sum. Pairs with missing
 * answers are then computed again, one by one.
 *
 * @param band null: all pairs; else each item with the next `band` ones, the first following the last: with items in random
 *   order, pairs that are all equally likely to be compared. At most half of the items
 */
export function eachPair(rows: ItemRows, band: number | null, visit: PairVisitor): void {
  const { count, n, values, implied, answered } = rows;
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
  const isWhole = wholeItems(rows);
  const own = new Float64Array(length);
  const found = new Float64Array(band ?? count);
  for (let item = 0; item < count; item++) {
    for (let i = 0; i < length; i++)
      own[i] = i < n ? right[item * length + i] : -right[item * length + i];
    const number = band ?? count - 1 - item;
    products(own, right, (item + 1) * length, number, found);
    for (let k = 0; answered !== null && k < number; k++) {
      const other = (item + 1 + k) % count;
      if (isWhole[item] === 0 || isWhole[other] === 0)
        found[k] =
          commonCorrelation(values, answered, n, item * n, other * n) -
          impliedCorrelation(implied, item, other);
    }
    visit(found, number, item, item + 1);
  }
}

/** 1 for items that all examinees answered. */
function wholeItems({ count, n, answered }: ItemRows): Uint8Array {
  const isWhole = new Uint8Array(count).fill(1);
  if (answered !== null)
    for (let item = 0; item < count; item++)
      for (let i = 0; i < n; i++) if (answered[item * n + i] === 0) isWhole[item] = 0;
  return isWhole;
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

function impliedCorrelation(implied: ItemRows['implied'], one: number, two: number): number {
  if (implied === null) return 0;
  const { nodes, rows } = implied;
  let sum = 0;
  for (let q = 0; q < nodes; q++) sum += rows[one * nodes + q] * rows[two * nodes + q];
  return sum;
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
