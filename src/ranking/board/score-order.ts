import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { normalTail } from '../../statistics/normal-tail.ts';
import type { RankRange } from '../ordering/rank-ranges.ts';
import { type IntervalErrors, type IntervalScore, intervalErrors } from './interval-errors.ts';

/** The order of scores with intervals; entry i belongs to the i-th score. */
export interface ScoreOrder {
  /** 1 + the number of higher scores: equal scores have equal ranks. */
  readonly ranks: readonly number[];
  /** The possible ranks, jointly at the given confidence. */
  readonly ranges: readonly RankRange[];
  /** For each score, those that it cannot be distinguished from, ascending. */
  readonly ties: readonly (readonly number[])[];
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
/** Up to this many the tail is above 1 − CONFIDENCE. */
const OPEN = 1.28;

/**
 * The order of scores that are known with errors. Pairs are distinguished from the safest on, as long as the probabilities of
 * being wrong add up to at most 1 − CONFIDENCE: the rule of `decidePairs` for a margin of 0, with one tail per pair. By Boole's
 * inequality all of them, and all ranges of ranks that follow from them, are right together with this confidence. The other
 * pairs are ties. These joint ranges are wider than a range for one examinee alone.
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
  const n = scores.length;
  const hidden = rest.reduce((sum, { count = 1 }) => sum + count, 0);
  const own = scores.map(({ score }) => score);
  const errors = scores.map(intervalErrors);
  const apart = new Float64Array(n * n);
  const candidates = new Float64Array((n * (n - 1)) / 2);
  let [open, compared] = [0, 0];
  for (let i = 0; i < n; i++)
    for (let k = i + 1; k < n; k++) {
      const z = distance(own[i] - own[k], errors[i], errors[k]);
      if (z === null) continue;
      apart[n * i + k] = apart[n * k + i] = Math.abs(z);
      if (Math.abs(z) <= OPEN) open++;
      else if (Math.abs(z) <= SURE) candidates[compared++] = Math.abs(z);
    }
  // From the safest on: pairs by their distance, and scores by their risk to be behind any of the rest.
  const pairs = candidates.subarray(0, compared).sort();
  const behind = rest.length === 0 ? [] : scores.map((score) => restRisk(score, rest));
  const safest = behind.map((_, i) => i).sort((x, y) => behind[x] - behind[y] || x - y);
  const above = new Uint32Array(n);
  const below = new Uint32Array(n);
  let left = pairs.length + open + safest.length;
  let risk = 0;
  let pair = pairs.length - 1;
  let pairRisk = pair < 0 ? 1 : tail(pairs[pair]);
  for (let scored = 0; left > open; left--) {
    const isPair = scored === safest.length || pairRisk <= behind[safest[scored]];
    const own = isPair ? pairRisk : behind[safest[scored]];
    risk = target === 'expected' ? 2 * left * own : risk + own;
    if (risk > 1 - CONFIDENCE) break;
    if (!isPair) below[safest[scored++]] = hidden;
    else pairRisk = --pair < 0 ? 1 : tail(pairs[pair]);
  }
  // A pair as far apart as one that is not distinguished is not distinguished either.
  const limit = pair < 0 ? OPEN : pairs[pair];
  const ties = own.map((): number[] => []);
  for (let i = 0; i < n; i++)
    for (let k = 0; k < n; k++)
      if (apart[n * i + k] > limit) own[i] > own[k] ? below[i]++ : above[i]++;
      else if (i !== k) ties[i].push(k);
  return {
    ranks: own.map((score) => 1 + own.filter((other) => other > score + EQUAL).length),
    ranges: own.map((_, i) => ({ best: 1 + above[i], worst: n + hidden - below[i] })),
    ties,
  };
}

/**
 * Row i, column k: P(score i is higher than score k), each pair by itself; ½ on the diagonal and of equal scores that are known
 * exactly.
 */
export function beatMatrix(scores: readonly IntervalScore[]): number[][] {
  const errors = scores.map(intervalErrors);
  const beats = scores.map(() => new Array<number>(scores.length).fill(0.5));
  for (let i = 0; i < scores.length; i++)
    for (let k = i + 1; k < scores.length; k++) {
      const z = distance(scores[i].score - scores[k].score, errors[i], errors[k]);
      if (z === null) continue;
      beats[i][k] = z > 0 ? 1 - tail(z) : tail(-z);
      beats[k][i] = 1 - beats[i][k];
    }
  return beats;
}

/** A difference in its standard errors; null of equal scores that are known exactly. */
function distance(difference: number, own: IntervalErrors, other: IntervalErrors): number | null {
  const [higher, lower] = difference >= 0 ? [own, other] : [other, own];
  const se = Math.sqrt(higher.below ** 2 + lower.above ** 2);
  return Math.abs(difference) < EQUAL && se < EQUAL ? null : difference / se;
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
