import { normalTail } from '../../irt/normal.ts';

/** What is known of all scores together: n predictions in [0, 1], and the variance of each difference, n × n. */
export interface JointScores {
  readonly scores: ArrayLike<number>;
  readonly differenceVariances: Float64Array;
}

/** `above`: the first model of the pair is better; `tied`: the two differ by no more than the margin. */
export type Verdict = 'above' | 'below' | 'tied' | 'undecided';

export interface Pair {
  /** Rows of the two models, first < second. */
  readonly first: number;
  readonly second: number;
  /** Score of the first less that of the second, in [−1, 1], and its standard error. */
  readonly difference: number;
  readonly se: number;
  /** P(the first beats the second). */
  readonly ahead: number;
  /** P(they differ by no more than the margin). */
  readonly close: number;
  readonly verdict: Verdict;
  /** P(the verdict is false), or that of the likelier one where there is none. */
  readonly risk: number;
}

export interface Decisions {
  readonly pairs: readonly Pair[];
  readonly undecided: number;
  /** Sum of the declared pairs' risks, at most 1 − confidence. */
  readonly risk: number;
}

/** A difference of sums over a bank that is known exactly can still be off by this. */
const ROUNDING = 1e-9;

/**
 * Declares as many pairs as the confidence allows: each pair's likelier verdict (its order, or a tie), the safest first, as
 * long as the probabilities of being false add up to no more than 1 − confidence. By Boole's inequality the probability that
 * any declaration is false is no greater; close pairs get most of it, where an equal share a pair would waste it on pairs
 * that are far apart. An order is false where it is wrong, a tie where the scores differ by more than the margin.
 *
 * @param margin in [0, 1] of score; 0 declares no ties but of scores known to be equal
 */
export function decidePairs(
  { scores, differenceVariances }: JointScores,
  confidence: number,
  margin: number,
): Decisions {
  const n = scores.length;
  const pairs: (Omit<Pair, 'verdict'> & { likelier: Verdict; verdict: Verdict })[] = [];
  for (let first = 0; first < n; first++)
    for (let second = first + 1; second < n; second++) {
      const difference = scores[first] - scores[second];
      const se = Math.sqrt(Math.max(0, differenceVariances[n * first + second]));
      const ahead = aheadProbability(difference, se);
      const apart = apartProbability(difference, se, margin);
      const wrong = Math.min(ahead, 1 - ahead, aheadProbability(-difference, se));
      const order = difference > 0 ? 'above' : 'below';
      pairs.push({
        ...{ first, second, difference, se, ahead, close: 1 - apart },
        ...{ risk: Math.min(wrong, apart), likelier: wrong <= apart ? order : 'tied' },
        verdict: 'undecided',
      });
    }
  const safest = pairs.toSorted((x, y) => x.risk - y.risk);
  let risk = 0;
  let undecided = pairs.length;
  for (const pair of safest) {
    if (risk + pair.risk > 1 - confidence) break;
    risk += pair.risk;
    undecided--;
    pair.verdict = pair.likelier;
  }
  return { pairs: pairs.map(({ likelier: _, ...pair }) => pair), undecided, risk };
}

/** P(D > 0); ½ where the scores are known to be equal. */
function aheadProbability(difference: number, se: number): number {
  if (Math.abs(difference) < ROUNDING && se < ROUNDING) return 0.5;
  return normalTail(-difference / se);
}

/** P(|D| > margin). */
function apartProbability(difference: number, se: number, margin: number): number {
  const distance = Math.abs(difference);
  if (se < ROUNDING) return distance > margin + ROUNDING ? 1 : 0;
  return normalTail((margin - distance) / se) + normalTail((margin + distance) / se);
}
