import { logistic } from '../../../src/irt/logistic.ts';
import type { ResponseMatrix } from '../../../src/irt/responses.ts';
import { bernoulliSumTail } from '../../../src/statistics/bernoulli-sum-tail.ts';
import { logGamma } from '../../../src/statistics/log-gamma.ts';
import { equalRows } from './equal-rows.ts';
import { MISSING, nearRows } from './near-rows.ts';

/** Examinees whose answers are the same, or nearly so: more than chance explains. */
export interface ExamineeCopies {
  /** At least two, in the order of the matrix. */
  readonly examinees: readonly string[];
  /** Largest share of different answers between two of them that are nearly equal; 0 if all answers are the same. */
  readonly differ: number;
}

/** Groups are reported if chance has at most this probability, over all groups of that size. */
const ALPHA = 1e-3;
/** Of near copies at most this share of answers differs, and at most this share of the differences of independent examinees. */
const MOST_DIFFER = 0.05;
const MOST_OF_EXPECTED = 0.25;
/** Fewer items say nothing. Those count that at least so many examinees outside of the group answered, some right and some wrong. */
const FEWEST_ITEMS = 10;
const FEWEST_OUTSIDE = 10;

/**
 * Examinees that are in the sample more than once, such as a model under several names, or two runs of a model.
 *
 * Rows of short tests can be equal by chance, and a score of all or none says nothing. So answers are compared with those of independent
 * examinees with the same scores, in a Rasch model with the difficulties that the examinees outside of the group show. With π the
 * probability of a row given its score, chance has m equal rows among N with at most C(N, m) π^(m−1); and two rows that differ in D answers
 * with N(N − 1)/2 times the probability of D or fewer. Below 12 examinees none is found.
 * @param families by row; groups within one family are left out
 * @returns groups by their first rows
 */
export function examineeCopies(
  matrix: ResponseMatrix,
  families: readonly string[] | null = null,
): ExamineeCopies[] {
  if (matrix.items.length < FEWEST_ITEMS) return [];
  const n = matrix.examinees.length;
  const width = matrix.items.length;
  const bits = scoresAsBits(matrix);
  const equal = equalRows(matrix.scores, n, width);
  const informative = informativeItems(bits, n, width, equal);
  const links: (readonly [number, number])[] = [];
  const differ = new Float64Array(n);
  for (const [first, rows] of equal)
    if (rows.length > 1) {
      const log = logChoose(n, rows.length) + (rows.length - 1) * logChance(informative([first]));
      if (log < Math.log(ALPHA)) for (const k of rows.slice(1)) links.push([first, k]);
    }
  for (const { i, k, differences, common } of nearRows(
    bits,
    width,
    [...equal.keys()],
    MOST_DIFFER,
  )) {
    if (logChoose(n, 2) + logFewDifferences(informative([k, i])) >= Math.log(ALPHA)) continue;
    for (const row of [...equal.get(i)!, ...equal.get(k)!]) links.push([i, row]);
    for (const row of [i, k]) differ[row] = Math.max(differ[row], differences / common);
  }
  const roots = linkedRows(n, links);
  return [...Map.groupBy(roots.keys(), (i) => roots[i]).values()]
    .filter(
      (rows) =>
        rows.length > 1 &&
        (families === null || rows.some((i) => families[i] !== families[rows[0]])),
    )
    .map((rows) => ({
      examinees: rows.map((i) => matrix.examinees[i]),
      differ: rows.reduce((most, i) => Math.max(most, differ[i]), 0),
    }));
}

/** 1 for a score above the middle of its item, else 0; MISSING without one. */
function scoresAsBits({ examinees, items, scores }: ResponseMatrix): Uint8Array {
  const width = items.length;
  const sums = new Float64Array(width);
  const answers = new Float64Array(width);
  const isBinary = new Uint8Array(width).fill(1);
  for (let i = 0, at = 0; i < examinees.length; i++)
    for (let j = 0; j < width; j++, at++) {
      const score = scores[at];
      if (Number.isNaN(score)) continue;
      sums[j] += score;
      answers[j]++;
      if (score !== 0 && score !== 1) isBinary[j] = 0;
    }
  const middles = sums.map((sum, j) => (isBinary[j] === 1 ? 0.5 : sum / answers[j]));
  const bits = new Uint8Array(scores.length);
  for (let i = 0, at = 0; i < examinees.length; i++)
    for (let j = 0; j < width; j++, at++)
      bits[at] = Number.isNaN(scores[at]) ? MISSING : Number(scores[at] > middles[j]);
  return bits;
}

/** By row: the first row that it is linked to, over any number of links. */
function linkedRows(n: number, links: readonly (readonly [number, number])[]): Int32Array {
  const parent = Int32Array.from({ length: n }, (_, i) => i);
  const rootOf = (i: number) => {
    let root = i;
    while (parent[root] !== root) root = parent[root];
    return root;
  };
  for (const [i, k] of links) {
    const [one, other] = [rootOf(i), rootOf(k)];
    parent[Math.max(one, other)] = Math.min(one, other);
  }
  return parent.map((_, i) => rootOf(i));
}

/** The items that say something of one or two rows, in the order of the bank. */
interface InformativeItems {
  /** By row: its bits. */
  readonly rows: readonly Uint8Array[];
  /** What the examinees outside show: logits of a 1 at the middle of the scale. */
  readonly ease: () => Float64Array;
}

/** For one or two rows, which are left out with all that equal them: the items that these answered, and on which the others differ; until the next call. */
function informativeItems(
  bits: Uint8Array,
  n: number,
  width: number,
  equal: ReadonlyMap<number, readonly number[]>,
): (rows: readonly number[]) => InformativeItems {
  const ones = new Float64Array(width);
  const answers = new Float64Array(width);
  const rowLogits = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let [own, all] = [0, 0];
    for (let j = 0; j < width; j++) {
      const bit = bits[i * width + j];
      if (bit === MISSING) continue;
      ones[j] += bit;
      answers[j]++;
      own += bit;
      all++;
    }
    rowLogits[i] = Math.log((own + 0.5) / (all - own + 0.5));
  }
  const mean = rowLogits.reduce((sum, value) => sum + value, 0) / n;
  const variance = rowLogits.reduce((sum, value) => sum + (value - mean) ** 2, 0) / n;
  // Shares of a sample of different abilities are nearer to a half than those of one ability (the approximation PROX).
  const spread = Math.sqrt(1 + variance / 2.89);
  const right = new Float64Array(width);
  const wrong = new Float64Array(width);
  const own = [new Uint8Array(width), new Uint8Array(width)];
  return (rows) => {
    const sizes = rows.map((i) => equal.get(i)!.length);
    let count = 0;
    for (let j = 0; j < width; j++) {
      let outside = ones[j];
      let all = answers[j];
      let isAnswered = true;
      for (let x = 0; x < rows.length; x++) {
        const bit = bits[rows[x] * width + j];
        if (bit === MISSING) isAnswered = false;
        own[x][count] = bit;
        outside -= bit * sizes[x];
        all -= sizes[x];
      }
      if (!isAnswered || all < FEWEST_OUTSIDE || outside === 0 || outside === all) continue;
      right[count] = outside;
      wrong[count++] = all - outside;
    }
    return {
      rows: rows.map((_, x) => own[x].subarray(0, count)),
      // The mean of the logit where all logits are equally likely: items that are far harder than others are no sign of copies.
      ease: () =>
        right
          .subarray(0, count)
          .map((ofItem, x) => spread * Math.log((ofItem - 0.5) / (wrong[x] - 0.5))),
    };
  };
}

/** A row's probabilities of a 1 where its expected score is its own. */
interface RowCurve {
  readonly p: Float64Array;
  /** −log of the probability of its score. */
  readonly logScore: number;
}

/** Steps to the ability, by Newton's method within bounds that close in. */
const STEPS = 50;
const FURTHEST = 40;
const NEAR = 1e-9;

function curveOf(row: Uint8Array, ease: Float64Array): RowCurve {
  const score = onesOf(row);
  let [low, high, theta, spread] = [-FURTHEST, FURTHEST, 0, 0];
  for (let step = 0; step < STEPS && high - low > NEAR; step++) {
    let expected = 0;
    spread = 0;
    for (const b of ease) {
      const share = logistic(theta + b);
      expected += share;
      spread += share * (1 - share);
    }
    if (expected < score) low = theta;
    else high = theta;
    const next = theta + (score - expected) / spread;
    if (Math.abs(next - theta) < NEAR) break;
    theta = next > low && next < high ? next : (low + high) / 2;
  }
  const p = ease.map((b) => logistic(theta + b));
  // A normal density of the score at its mean; 1 for all or none.
  return { p, logScore: 0.5 * Math.log(1 + 2 * Math.PI * spread) };
}

/** log π: of the probability that an independent examinee with the score of a row has all its answers. */
function logChance({ rows: [row], ease }: InformativeItems): number {
  if (row.length < FEWEST_ITEMS) return 0;
  const { p, logScore } = curveOf(row, ease());
  return Math.min(
    0,
    p.reduce((sum, share, x) => sum + Math.log(row[x] === 1 ? share : 1 - share), logScore),
  );
}

/** The logarithm of the probability that an independent examinee with the score of the first row differs as little from the second; 0 if that is not far less than expected. */
function logFewDifferences({ rows: [row, other], ease }: InformativeItems): number {
  if (row.length < FEWEST_ITEMS) return 0;
  let differences = 0;
  for (let x = 0; x < row.length; x++) differences += row[x] ^ other[x];
  // Rows of these scores cannot differ in more.
  const ones = onesOf(row) + onesOf(other);
  const most = Math.min(ones, 2 * row.length - ones);
  if (most === 0 || differences > MOST_OF_EXPECTED * most) return 0;
  const { p, logScore } = curveOf(row, ease());
  const shares = p.map((own, x) => {
    const share = Math.min(1 - 1e-9, Math.max(1e-9, own));
    return other[x] === 1 ? 1 - share : share;
  });
  const expected = shares.reduce((sum, share) => sum + share, 0);
  if (differences > MOST_OF_EXPECTED * expected) return 0;
  const tail = bernoulliSumTail(
    expected - differences - 0.5,
    shares.map(() => -1),
    shares,
  );
  return Math.log(tail) + logScore;
}

function onesOf(row: Uint8Array): number {
  let sum = 0;
  for (const bit of row) sum += bit;
  return sum;
}

function logChoose(n: number, m: number): number {
  return logGamma(n + 1) - logGamma(m + 1) - logGamma(n - m + 1);
}
