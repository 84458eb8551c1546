/** Items per group: an answer is missing, right or wrong, so a group has 3⁴ = 81 patterns. */
const GROUP = 4;
const PATTERNS = 3 ** GROUP;
/** Groups per pass: four rows are added in one loop. */
const GROUPS = 4;
const BLOCK = GROUP * GROUPS;

/** Writes the terms of a right and of a wrong answer to item `j`. */
export type RowWriter = (j: number, right: Float64Array, wrong: Float64Array) => void;

/**
 * For each examinee, the sum over the answered items of u · right + (1 − u) · wrong, each a row of `length` numbers.
 *
 * The sums of all 81 patterns of four items are tabulated first ("four Russians"), so that an examinee costs one row addition
 * per four items; fractional scores are added one by one. Memory: 356 rows for any number of items.
 *
 * @param scores examinees × items, row by row, NaN if there is no answer
 * @param sums examinees × length, row by row; overwritten
 * @param onItems called with the number of finished items, after each sixteen
 */
export function sumAnswerRows(
  scores: Float32Array,
  items: number,
  length: number,
  write: RowWriter,
  sums: Float64Array,
  onItems: (done: number) => void = () => {},
): void {
  const examinees = scores.length / items;
  const right = Array.from({ length: BLOCK }, () => new Float64Array(length));
  const wrong = Array.from({ length: BLOCK }, () => new Float64Array(length));
  const table = new Float64Array(GROUPS * PATTERNS * length);
  const starts = new Int32Array(GROUPS);
  sums.fill(0);
  for (let first = 0; first < items; first += BLOCK) {
    const count = Math.min(BLOCK, items - first);
    for (let k = 0; k < count; k++) write(first + k, right[k], wrong[k]);
    tabulate(right, wrong, count, length, table);
    for (let i = 0; i < examinees; i++) {
      const from = i * items + first;
      const to = i * length;
      if (patternStarts(scores, from, count, length, starts))
        addFractions(scores, from, count, right, wrong, sums, to);
      addRows(table, starts, length, sums, to);
    }
    onItems(first + count);
  }
}

/** Row `pattern` of group g: the sum of its answers; digit k of the pattern is 0 missing, 1 right, 2 wrong. */
function tabulate(
  right: readonly Float64Array[],
  wrong: readonly Float64Array[],
  count: number,
  length: number,
  table: Float64Array,
): void {
  for (let k = 0; k < count; k++) {
    const group = Math.floor(k / GROUP) * PATTERNS;
    const digit = 3 ** (k % GROUP);
    for (let pattern = 0; pattern < digit; pattern++) {
      const base = (group + pattern) * length;
      const withRight = base + digit * length;
      const withWrong = withRight + digit * length;
      for (let q = 0; q < length; q++) {
        table[withRight + q] = table[base + q] + right[k][q];
        table[withWrong + q] = table[base + q] + wrong[k][q];
      }
    }
  }
}

/** Writes where each group's row begins in the table. Returns true if some score is a fraction, which the rows leave out. */
function patternStarts(
  scores: Float32Array,
  from: number,
  count: number,
  length: number,
  starts: Int32Array,
): boolean {
  let hasFraction = false;
  for (let g = 0; g < GROUPS; g++) {
    let pattern = 0;
    let digit = 1;
    const end = Math.min(count, (g + 1) * GROUP);
    for (let k = g * GROUP; k < end; k++) {
      const score = scores[from + k];
      if (score === 1) pattern += digit;
      else if (score === 0) pattern += 2 * digit;
      else if (!Number.isNaN(score)) hasFraction = true;
      digit *= 3;
    }
    starts[g] = (g * PATTERNS + pattern) * length;
  }
  return hasFraction;
}

function addRows(
  table: Float64Array,
  starts: Int32Array,
  length: number,
  sums: Float64Array,
  to: number,
): void {
  let p = starts[0];
  let q = starts[1];
  let r = starts[2];
  let s = starts[3];
  const group = PATTERNS * length;
  const isEmpty = p === 0 && q === group && r === 2 * group && s === 3 * group;
  if (isEmpty) return;
  for (let n = to; n < to + length; n++)
    sums[n] += table[p++] + table[q++] + (table[r++] + table[s++]);
}

function addFractions(
  scores: Float32Array,
  from: number,
  count: number,
  right: readonly Float64Array[],
  wrong: readonly Float64Array[],
  sums: Float64Array,
  to: number,
): void {
  for (let k = 0; k < count; k++) {
    const score = scores[from + k];
    if (!(score > 0 && score < 1)) continue;
    const ifRight = right[k];
    const ifWrong = wrong[k];
    for (let q = 0; q < ifRight.length; q++)
      sums[to + q] += score * ifRight[q] + (1 - score) * ifWrong[q];
  }
}
