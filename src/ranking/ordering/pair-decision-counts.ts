import type { Decisions, Pair } from './decide-pairs.ts';

/** Numbers of ordered, tied and undecided pairs, and of false verdicts. */
export interface PairDecisionCounts {
  readonly ordered: number;
  readonly tied: number;
  readonly undecided: number;
  /** Ordered the wrong way round; models of equal score are in no order. */
  readonly falselyOrdered: number;
  /** Declared tied although further apart than the margin. */
  readonly falselyTied: number;
}

/** Equal scores over a whole bank can differ by this through rounding. */
const ROUNDING = 1e-9;

/** True if a verdict is false of models with these scores. */
export function isFalseDecision(
  { first, second, verdict }: Pair,
  actual: ArrayLike<number>,
  margin: number,
) {
  const difference = actual[first] - actual[second];
  if (verdict === 'above') return difference < ROUNDING;
  if (verdict === 'below') return difference > -ROUNDING;
  return verdict === 'tied' && Math.abs(difference) > margin + ROUNDING;
}

/** Counts verdicts against the known scores, in [0, 1]. */
export function countPairDecisions(
  { pairs }: Pick<Decisions, 'pairs'>,
  actual: ArrayLike<number>,
  margin: number,
): PairDecisionCounts {
  const count = { ordered: 0, tied: 0, undecided: 0, falselyOrdered: 0, falselyTied: 0 };
  for (const pair of pairs) {
    const kind = pair.verdict === 'above' || pair.verdict === 'below' ? 'ordered' : pair.verdict;
    count[kind]++;
    if (!isFalseDecision(pair, actual, margin)) continue;
    if (kind === 'ordered') count.falselyOrdered++;
    else count.falselyTied++;
  }
  return count;
}
