import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { normalTail } from '../../statistics/normal-tail.ts';
import type { RankRange } from '../ordering/rank-ranges.ts';
import { type IntervalScore, intervalErrors } from './interval-errors.ts';

/** The order of scores with intervals; entry i belongs to the i-th score. */
export interface ScoreOrder {
  /** 1 + the number of higher scores: equal scores have equal ranks. */
  readonly ranks: readonly number[];
  /** The possible ranks, jointly at the given confidence. */
  readonly ranges: readonly RankRange[];
  /** For each score, those that it cannot be distinguished from, ascending. */
  readonly ties: readonly (readonly number[])[];
  /** Row i, column k: P(score i is higher than score k), ½ on the diagonal. */
  readonly beats: readonly (readonly number[])[];
}

/** A score that `count` examinees have at most, with errors of at most its own. */
export interface LowerScores extends IntervalScore {
  /** 1 by default. */
  readonly count?: number;
}

/** The confidence of the whole order. */
const CONFIDENCE = 0.9;
/** Exactly known scores closer than this are equal, in [0, 1]. */
const EQUAL = 1e-9;
/** From this many standard errors on, 1 minus the tail rounds to 1. */
const SURE = 8.3;

/**
 * The order of scores that are known with errors. Pairs are distinguished from the safest on, as long as the probabilities of
 * being wrong add up to at most 1 − CONFIDENCE: the rule of `decidePairs` for a margin of 0, with one tail per pair. By Boole's
 * inequality all of them, and all ranges of ranks that follow from them, are right together with this confidence. The other
 * pairs are ties. These joint ranges are wider than a range for one examinee alone. `beats` is about each pair by itself.
 *
 * For expected scores, Holm's step-down test of two-sided tails is used instead (see `decidePairs`). So at most a share 1 −
 * CONFIDENCE of such leaderboards distinguishes models with equal expected scores.
 *
 * Errors are normal on either side, from the 90% intervals, and independent.
 *
 * @param scores in [0, 1]; intervals of width 0 if they are known exactly
 * @param rest lower scores that the result leaves out, each with how many examinees have at most that: each score is distinguished
 * from all of them together, or may be behind all of them
 * @see Al Mohamad, Goeman & van Zwet (2022), Biometrics 78, 238–247, and Klein, Wright & Wieczorek (2020), JRSS C 69,
 *   589–606, on joint ranges of ranks from pairs
 */
export function scoreOrder(
  scores: readonly IntervalScore[],
  rest: readonly LowerScores[] = [],
  target: ScoreTarget = 'recorded',
): ScoreOrder {
  const isExpected = target === 'expected';
  const n = scores.length;
  const hidden = rest.reduce((sum, { count = 1 }) => sum + count, 0);
  const own = scores.map(({ score }) => score);
  const beats = scores.map(() => new Array<number>(n).fill(0.5));
  const errors = scores.map(intervalErrors);
  /** For each pair i < k: its code n i + k, and the probability that its likelier order is wrong. */
  const pairs: number[] = [];
  const risks: number[] = [];
  for (let i = 0; i < n; i++)
    for (let k = i + 1; k < n; k++) {
      const difference = own[i] - own[k];
      const [higher, lower] = difference >= 0 ? [i, k] : [k, i];
      const se = Math.sqrt(errors[higher].below ** 2 + errors[lower].above ** 2);
      if (Math.abs(difference) < EQUAL && se < EQUAL) continue;
      const risk = tail(Math.abs(difference) / se);
      beats[i][k] = difference > 0 ? 1 - risk : risk;
      beats[k][i] = 1 - beats[i][k];
      pairs.push(n * i + k);
      risks.push(isExpected ? 2 * risk : risk);
    }
  // Codes from n² on: the pair of score i and all of the rest.
  if (rest.length > 0)
    for (let i = 0; i < n; i++) {
      pairs.push(n * n + i);
      risks.push((isExpected ? 2 : 1) * restRisk(scores[i], rest));
    }
  const above = new Uint32Array(n);
  const below = new Uint32Array(n);
  const decided = new Uint8Array(n * n);
  // Pairs that can never be distinguished need no sorting.
  const candidates = risks.flatMap((own, pair) => (own > 1 - CONFIDENCE ? [] : [pair]));
  const safest = candidates.sort((x, y) => risks[x] - risks[y] || x - y);
  let risk = 0;
  for (const [place, pair] of safest.entries()) {
    risk = isExpected ? (risks.length - place) * risks[pair] : risk + risks[pair];
    if (risk > 1 - CONFIDENCE) break;
    if (pairs[pair] >= n * n) {
      below[pairs[pair] - n * n] += hidden;
      continue;
    }
    const [i, k] = [Math.floor(pairs[pair] / n), pairs[pair] % n];
    const [better, worse] = own[i] > own[k] ? [i, k] : [k, i];
    above[worse]++;
    below[better]++;
    decided[n * i + k] = decided[n * k + i] = 1;
  }
  const others = scores.map((_, k) => k);
  return {
    ranks: own.map((score) => 1 + own.filter((other) => other > score + EQUAL).length),
    ranges: own.map((_, i) => ({ best: 1 + above[i], worst: n + hidden - below[i] })),
    ties: others.map((i) => others.filter((k) => k !== i && decided[n * i + k] === 0)),
    beats,
  };
}

/**
 * An upper bound on the probability that a score is below any of the others, by Boole's inequality; the sum stops once it is
 * too large to matter.
 */
function restRisk(score: IntervalScore, rest: readonly LowerScores[]): number {
  const { below } = intervalErrors(score);
  let risk = 0;
  for (const other of rest) {
    const se = Math.hypot(below, intervalErrors(other).above);
    const difference = score.score - other.score;
    risk += (other.count ?? 1) * (difference < EQUAL && se < EQUAL ? 1 : tail(difference / se));
    if (risk > 1 - CONFIDENCE) break;
  }
  return risk;
}

/** P(Z > z) of z ≥ 0; 0 if it is below the rounding of 1. */
function tail(z: number): number {
  return z > SURE ? 0 : normalTail(z);
}
