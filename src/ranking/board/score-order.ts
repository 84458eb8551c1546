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
  const variances = varianceColumns(scores);
  const apart = new Float64Array(n * n);
  const candidates = new Float64Array((n * (n - 1)) / 2);
  let [open, compared] = [0, 0];
  for (let i = 0; i < n; i++)
    for (let k = i + 1; k < n; k++) {
      const z = Math.abs(distance(own, variances, i, k));
      if (Number.isNaN(z)) continue;
      apart[n * i + k] = z;
      if (z <= OPEN) open++;
      else if (z <= SURE) candidates[compared++] = z;
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
    for (let k = i + 1; k < n; k++)
      if (apart[n * i + k] > limit) {
        const [higher, lower] = own[i] > own[k] ? [i, k] : [k, i];
        below[higher]++;
        above[lower]++;
      } else {
        ties[i].push(k);
        ties[k].push(i);
      }
  return {
    ranks: ranksOf(own),
    ranges: own.map((_, i) => ({ best: 1 + above[i], worst: n + hidden - below[i] })),
    ties,
  };
}

/**
 * Row i, column k: P(score i is higher than score k), each pair by itself; ½ on the diagonal and of equal scores that are known
 * exactly.
 */
export function beatMatrix(scores: readonly IntervalScore[]): number[][] {
  const own = scores.map(({ score }) => score);
  const variances = varianceColumns(scores);
  const beats = scores.map(() => new Array<number>(scores.length).fill(0.5));
  for (let i = 0; i < scores.length; i++)
    for (let k = i + 1; k < scores.length; k++) {
      const z = distance(own, variances, i, k);
      if (Number.isNaN(z)) continue;
      beats[i][k] = z > 0 ? 1 - tail(z) : tail(-z);
      beats[k][i] = 1 - beats[i][k];
    }
  return beats;
}

/** 1 + the number of higher scores. */
function ranksOf(scores: readonly number[]): number[] {
  const higher = scores.map((_, i) => i).sort((x, y) => scores[y] - scores[x]);
  const ranks = new Array<number>(scores.length);
  let ahead = 0;
  for (const i of higher) {
    while (scores[higher[ahead]] > scores[i] + EQUAL) ahead++;
    ranks[i] = 1 + ahead;
  }
  return ranks;
}

/** The squares of `intervalErrors`: hundreds of thousands of pairs read them. */
interface VarianceColumns {
  readonly below: Float64Array;
  readonly above: Float64Array;
}

function varianceColumns(scores: readonly IntervalScore[]): VarianceColumns {
  const errors = scores.map(intervalErrors);
  return {
    below: Float64Array.from(errors, ({ below }) => below ** 2),
    above: Float64Array.from(errors, ({ above }) => above ** 2),
  };
}

/** The difference of two scores in its standard errors; NaN of equal scores that are known exactly. */
function distance(
  scores: readonly number[],
  { below, above }: VarianceColumns,
  i: number,
  k: number,
): number {
  const difference = scores[i] - scores[k];
  const se = Math.sqrt(difference >= 0 ? below[i] + above[k] : below[k] + above[i]);
  return Math.abs(difference) < EQUAL && se < EQUAL ? Number.NaN : difference / se;
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
