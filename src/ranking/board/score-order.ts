import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { normalTail } from '../../statistics/normal-tail.ts';
import type { RankRange } from '../ordering/rank-ranges.ts';
import { type IntervalScore, intervalErrors } from './interval-errors.ts';

/** What scores with intervals say of their order; entry i is of the i-th score. */
export interface ScoreOrder {
  /** 1 + how many scores are higher: equal scores have equal ranks. */
  readonly ranks: readonly number[];
  /** The ranks that are possible, all at once with the confidence. */
  readonly ranges: readonly RankRange[];
  /** For each score, those that it cannot be distinguished from, ascending. */
  readonly ties: readonly (readonly number[])[];
  /** Row i, column k: P(score i is higher than score k), ½ on the diagonal. */
  readonly beats: readonly (readonly number[])[];
}

/** How sure the whole order is. */
const CONFIDENCE = 0.9;
/** Scores of exactly known examinees that are nearer than this are equal, in [0, 1]. */
const EQUAL = 1e-9;
/** From this many standard errors on 1 less the tail is 1. */
const SURE = 8.3;

/**
 * The order of scores that are known with errors. Pairs are distinguished from the safest on, as long as the probabilities of
 * being wrong add up to at most 1 − CONFIDENCE: what `decidePairs` does for a margin of 0, at a tail a pair. By Boole's inequality all of them are right at once with the
 * confidence, and so are all the ranges of ranks that follow from them. Others are ties. That is a joint statement on
 * the whole board, wider than a range for one examinee alone. `beats` is of each pair by itself.
 *
 * Of expected scores pairs are distinguished by Holm's step-down test of two-sided tails instead (see `decidePairs`), so that models whose
 * expected scores are equal are distinguished in at most 1 − CONFIDENCE of such boards.
 *
 * Errors are normal on either side, from the 90% intervals, and independent.
 *
 * @param scores in [0, 1]; of no width where they are known exactly
 * @param rest lower scores that are left out of what is returned: each score is told from all of them at once, or else may be
 *   behind them all
 * @see Al Mohamad, Goeman & van Zwet (2022), Biometrics 78, 238–247, and Klein, Wright & Wieczorek (2020), JRSS C 69,
 *   589–606, on joint ranges of ranks from pairs
 */
export function scoreOrder(
  scores: readonly IntervalScore[],
  rest: readonly IntervalScore[] = [],
  target: ScoreTarget = 'recorded',
): ScoreOrder {
  const isExpected = target === 'expected';
  const n = scores.length;
  const own = scores.map(({ score }) => score);
  const beats = scores.map(() => new Array<number>(n).fill(0.5));
  const errors = scores.map(intervalErrors);
  /** Of each pair i < k: n i + k, and the probability that its likelier order is wrong. */
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
  // Pairs from n² on: score i and all of the rest.
  if (rest.length > 0)
    for (let i = 0; i < n; i++) {
      pairs.push(n * n + i);
      risks.push((isExpected ? 2 : 1) * restRisk(scores[i], rest));
    }
  const above = new Uint32Array(n);
  const below = new Uint32Array(n);
  const decided = new Uint8Array(n * n);
  // Those that cannot be distinguished in any case need no place in the order.
  const candidates = risks.flatMap((own, pair) => (own > 1 - CONFIDENCE ? [] : [pair]));
  const safest = candidates.sort((x, y) => risks[x] - risks[y] || x - y);
  let risk = 0;
  for (const [place, pair] of safest.entries()) {
    risk = isExpected ? (risks.length - place) * risks[pair] : risk + risks[pair];
    if (risk > 1 - CONFIDENCE) break;
    if (pairs[pair] >= n * n) {
      below[pairs[pair] - n * n] += rest.length;
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
    ranges: own.map((_, i) => ({ best: 1 + above[i], worst: n + rest.length - below[i] })),
    ties: others.map((i) => others.filter((k) => k !== i && decided[n * i + k] === 0)),
    beats,
  };
}

/** The probability that a score is below any of others, at most: by Boole's inequality, and no further than it matters. */
function restRisk(score: IntervalScore, rest: readonly IntervalScore[]): number {
  const { below } = intervalErrors(score);
  let risk = 0;
  for (const other of rest) {
    const se = Math.hypot(below, intervalErrors(other).above);
    const difference = score.score - other.score;
    risk += difference < EQUAL && se < EQUAL ? 1 : tail(difference / se);
    if (risk > 1 - CONFIDENCE) break;
  }
  return risk;
}

/** P(Z > z) of z ≥ 0; 0 if it is below the rounding of 1. */
function tail(z: number): number {
  return z > SURE ? 0 : normalTail(z);
}
