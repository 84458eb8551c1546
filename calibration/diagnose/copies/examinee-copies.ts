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
/** Fewer items say nothing: their difficulties are too uncertain. */
const FEWEST_ITEMS = 10;

/**
 * Examinees that are in the sample more than once, such as a model under several names, or two runs of a model.
 *
 * Rows of short tests can be equal by chance, and a score of all or none says nothing. So answers are compared with those of independent
 * examinees with the same scores, in a Rasch model with the difficulties that the examinees outside of the group show. With π the
 * probability of a row given its score, chance has m equal rows among N with at most C(N, m) π^(m−1); and two rows that differ in D answers
 * with N(N − 1)/2 times the probability of D or fewer.
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
  const near = nearRows(bits, width, [...equal.keys()], MOST_DIFFER);
  const candidates = linkedRows(n, [
    ...[...equal.values()].flatMap((rows) => rows.slice(1).map((k) => [rows[0], k] as const)),
    ...near.map(({ i, k }) => [i, k] as const),
  ]);
  const curves = rowCurves(bits, n, width, candidates);
  const links: (readonly [number, number])[] = [];
  const differ = new Float64Array(n);
  for (const [first, rows] of equal)
    if (rows.length > 1) {
      const { logProbability } = curves(first);
      const log = logChoose(n, rows.length) + (rows.length - 1) * logProbability;
      if (log < Math.log(ALPHA)) for (const k of rows.slice(1)) links.push([first, k]);
    }
  for (const { i, k, differences, common } of near) {
    const { expected, logTail } = fewDifferences(bits, width, i, curves(k), differences);
    if (differences > MOST_OF_EXPECTED * expected) continue;
    if (logChoose(n, 2) + logTail >= Math.log(ALPHA)) continue;
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

/** A row's probabilities of a 1 where its expected score is its own, and the logarithm of π. */
interface RowCurve {
  readonly p: Float64Array;
  readonly logProbability: number;
  /** −log of the probability of its score. */
  readonly logScore: number;
}

function rowCurves(
  bits: Uint8Array,
  n: number,
  width: number,
  groups: Int32Array,
): (row: number) => RowCurve {
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
  const membersOf = Map.groupBy(groups.keys(), (i) => groups[i]);
  const eased = new Map<number, Float64Array>();
  const known = new Map<number, RowCurve>();
  const easeOf = (group: number) => {
    const found = eased.get(group);
    if (found !== undefined) return found;
    const ease = new Float64Array(width);
    for (let j = 0; j < width; j++) {
      let [right, all] = [ones[j], answers[j]];
      for (const i of membersOf.get(group)!) {
        const bit = bits[i * width + j];
        if (bit === MISSING) continue;
        right -= bit;
        all--;
      }
      ease[j] = spread * Math.log((right + 0.5) / (all - right + 0.5));
    }
    eased.set(group, ease);
    return ease;
  };
  return (row) => {
    const found = known.get(row);
    if (found !== undefined) return found;
    const curve = curveOf(bits.subarray(row * width, (row + 1) * width), easeOf(groups[row]));
    known.set(row, curve);
    return curve;
  };
}

/** Steps of bisection of the ability. */
const STEPS = 50;
const FURTHEST = 40;

function curveOf(row: Uint8Array, ease: Float64Array): RowCurve {
  let score = 0;
  for (const bit of row) if (bit === 1) score++;
  const at = (theta: number) => ease.map((b) => logistic(theta + b));
  let [low, high] = [-FURTHEST, FURTHEST];
  for (let step = 0; step < STEPS; step++) {
    const theta = (low + high) / 2;
    let expected = 0;
    for (let j = 0; j < row.length; j++)
      if (row[j] !== MISSING) expected += logistic(theta + ease[j]);
    if (expected < score) low = theta;
    else high = theta;
  }
  const p = at((low + high) / 2);
  let [log, spread] = [0, 0];
  for (let j = 0; j < row.length; j++) {
    if (row[j] === MISSING) continue;
    log += Math.log(row[j] === 1 ? p[j] : 1 - p[j]);
    spread += p[j] * (1 - p[j]);
  }
  // A normal density of the score at its mean; 1 for all or none.
  const logScore = 0.5 * Math.log(1 + 2 * Math.PI * spread);
  return { p, logProbability: Math.min(0, log + logScore), logScore };
}

/** How many differences from `row` an independent examinee with curve `other` and its score has: the mean, and the probability of `most` or fewer. */
function fewDifferences(
  bits: Uint8Array,
  width: number,
  row: number,
  other: RowCurve,
  most: number,
): { expected: number; logTail: number } {
  const shares: number[] = [];
  for (let j = 0; j < width; j++) {
    const bit = bits[row * width + j];
    if (bit === MISSING) continue;
    const p = Math.min(1 - 1e-9, Math.max(1e-9, other.p[j]));
    shares.push(bit === 1 ? 1 - p : p);
  }
  const expected = shares.reduce((sum, share) => sum + share, 0);
  const tail = bernoulliSumTail(
    expected - most - 0.5,
    shares.map(() => -1),
    shares,
  );
  return { expected, logTail: Math.log(tail) + other.logScore };
}

function logChoose(n: number, m: number): number {
  return logGamma(n + 1) - logGamma(m + 1) - logGamma(n - m + 1);
}
