import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { normalTail } from '../../statistics/normal-tail.ts';
import { decidable } from './decidable.ts';

/** The predictions of n scores in [0, 1], and the variance of each difference, n × n. */
export interface JointScores {
  readonly scores: ArrayLike<number>;
  readonly differenceVariances: Float64Array;
  /** The variance of each score after the whole bank has been asked; 0 by default, as for a recorded score. */
  readonly endVariances?: ArrayLike<number>;
}

/** `above`: the first model of the pair is better; `tied`: the two differ by no more than the margin. */
export type PairDecision = 'above' | 'below' | 'tied' | 'undecided';

export interface Pair {
  /** Rows of the two models, first < second. */
  readonly first: number;
  readonly second: number;
  /** Score of the first minus that of the second, in [−1, 1], and its standard error. */
  readonly difference: number;
  readonly se: number;
  /** P(the first beats the second). */
  readonly ahead: number;
  /** P(they differ by no more than the margin). */
  readonly close: number;
  readonly verdict: PairDecision;
  /**
   * P(the verdict is false); without a verdict, that of the likelier one. For an order of expected scores it is twice that: how
   * often equal scores would appear this far apart, in either direction.
   */
  readonly risk: number;
  /** Standard error of the difference after both have been asked the whole bank; 0 for recorded scores. */
  readonly seAtEnd: number;
  /** P(the whole bank decides it); 1 if it is decided. */
  readonly decidable: number;
}

export interface Decisions {
  readonly pairs: readonly Pair[];
  readonly undecided: number;
  /**
   * At most 1 − confidence. For recorded scores, the sum of the risks of the declared pairs. For expected scores, the least
   * family-wise error rate at which all of them are declared (Holm's adjusted p-value). 0 if none is declared.
   */
  readonly risk: number;
}

/** Rounding error of an exactly known difference of sums over a bank. */
const ROUNDING = 1e-9;

/**
 * Declares as many pairs as the confidence allows, the safest first, each with its likelier verdict (its order, or a tie). An
 * order is false if it is wrong; a tie is false if the scores differ by more than the margin.
 *
 * `recorded`: pairs are declared while the probabilities of being false add up to at most 1 − confidence. By Boole's
 * inequality, this also bounds the probability that any declaration is false. Close pairs use most of it; an equal share per
 * pair would waste it on pairs that are far apart. It is a probability given the answers, under a flat prior.
 *
 * `expected`: by Holm's step-down test. The k-th safest of m pairs is declared while its risk is at most (1 − confidence)/(m +
 * 1 − k), the risk of an order being two-sided. The share of repetitions with any false declaration is then at most 1 −
 * confidence for all scores, including equal ones, provided that the standard errors are right.
 *
 * @param margin in [0, 1] of score; 0 declares ties only between scores known to be equal
 * @see Holm (1979), Scandinavian Journal of Statistics 6, 65–70
 */
export function decidePairs(
  { scores, differenceVariances, endVariances }: JointScores,
  confidence: number,
  margin: number,
  target: ScoreTarget = 'recorded',
): Decisions {
  const n = scores.length;
  const pairs: (Omit<Pair, 'verdict'> & { likelier: PairDecision; verdict: PairDecision })[] = [];
  for (let first = 0; first < n; first++)
    for (let second = first + 1; second < n; second++) {
      const difference = scores[first] - scores[second];
      const se = Math.sqrt(Math.max(0, differenceVariances[n * first + second]));
      const ahead = aheadProbability(difference, se);
      const apart = apartProbability(difference, se, margin);
      const tail = Math.min(ahead, 1 - ahead, aheadProbability(-difference, se));
      const wrong = target === 'expected' ? 2 * tail : tail;
      const order = difference > 0 ? 'above' : 'below';
      const atEnd = (endVariances?.[first] ?? 0) + (endVariances?.[second] ?? 0);
      pairs.push({
        first,
        second,
        difference,
        se,
        ahead,
        close: 1 - apart,
        risk: Math.min(wrong, apart),
        likelier: wrong <= apart ? order : 'tied',
        seAtEnd: Math.min(se, Math.sqrt(atEnd)),
        decidable: 1,
        verdict: 'undecided',
      });
    }
  const safest = pairs.toSorted((x, y) => x.risk - y.risk);
  let risk = 0;
  let undecided = pairs.length;
  for (const pair of safest) {
    const next = target === 'expected' ? Math.max(risk, undecided * pair.risk) : risk + pair.risk;
    if (next > 1 - confidence) break;
    risk = next;
    undecided--;
    pair.verdict = pair.likelier;
  }
  const level = (1 - confidence) / Math.max(1, undecided);
  return {
    pairs: pairs.map(({ likelier: _, ...pair }) =>
      pair.verdict === 'undecided' && pair.seAtEnd > 0
        ? { ...pair, decidable: decidable(pair, level, margin) }
        : pair,
    ),
    undecided,
    risk,
  };
}

/** P(D > 0); ½ if the scores are known to be equal. */
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
