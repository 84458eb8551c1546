import { holm } from '../../statistics/holm.ts';
import type { DifferenceBelief } from './difference-belief.ts';

/** What is asked of the differences; unit 1, not points. */
export interface DifferenceRules {
  /** Probability that all intervals hold, and that no difference is declared wrongly. */
  readonly confidence: number;
  /** Regression: the loss is more than `drop`, at one-sided confidence; null if not asked. */
  readonly failIf: { readonly drop: number; readonly confidence: number } | null;
  /** Equivalence: the difference lies within ± this; null if not asked. */
  readonly within: number | null;
}

/** What is found of one difference, corrected for the number of comparisons. */
export interface DifferenceDecision {
  /** Simultaneous interval. */
  readonly low: number;
  readonly high: number;
  /** Two-sided p-value of "no difference", by Holm. */
  readonly p: number;
  readonly verdict: 'higher' | 'lower' | 'undecided';
  /** Of `failIf`: p-value of "the loss is at most `drop`" by Holm, and what follows. `excluded`: a larger loss is excluded. */
  readonly regression: {
    readonly p: number;
    readonly is: 'shown' | 'excluded' | 'undecided';
  } | null;
  /** Of `within`: p-value of "the difference is not within", by Holm. `different`: it is shown to lie outside. */
  readonly equivalence: {
    readonly p: number;
    readonly is: 'shown' | 'different' | 'undecided';
  } | null;
}

/**
 * Decides differences from one reference. Intervals are simultaneous by Bonferroni: tails of α / 2K for K comparisons. P-values are by
 * Holm. Equivalence is shown by two one-sided tests, each at α.
 *
 * @param share of the error probabilities that may be used, for a look of a sequential test: see spentAlpha
 * @see Holm (1979), Scandinavian Journal of Statistics 6, 65–70; Schuirmann (1987), A comparison of the two one-sided tests procedure,
 * Journal of Pharmacokinetics and Biopharmaceutics 15, 657–680
 */
export function decideDifferences(
  beliefs: readonly DifferenceBelief[],
  { confidence, failIf, within }: DifferenceRules,
  levelOf: (alpha: number) => number = (alpha) => alpha,
): DifferenceDecision[] {
  const level = levelOf(1 - confidence);
  const adjusted = (of: (belief: DifferenceBelief) => number) =>
    holm(Float64Array.from(beliefs, of));
  const two = adjusted((b) => Math.min(1, 2 * Math.min(b.above(0), b.below(0))));
  const lost = failIf === null ? null : adjusted((b) => b.below(-failIf.drop));
  const kept = failIf === null ? null : adjusted((b) => b.above(-failIf.drop));
  const inside =
    within === null ? null : adjusted((b) => Math.max(b.above(-within), b.below(within)));
  const outside =
    within === null
      ? null
      : adjusted((b) => Math.min(1, 2 * Math.min(b.above(within), b.below(-within))));
  const failLevel = failIf === null ? 0 : levelOf(1 - failIf.confidence);
  return beliefs.map((belief, k) => {
    const { low, high } = belief.interval(
      Math.min(0.5, Math.max(1e-6, level / (2 * beliefs.length))),
    );
    const isClear = two[k] <= level;
    return {
      low,
      high,
      p: two[k],
      verdict: !isClear ? 'undecided' : belief.difference > 0 ? 'higher' : 'lower',
      regression:
        lost === null
          ? null
          : {
              p: lost[k],
              is: lost[k] <= failLevel ? 'shown' : kept![k] <= failLevel ? 'excluded' : 'undecided',
            },
      equivalence:
        inside === null
          ? null
          : {
              p: inside[k],
              is: inside[k] <= level ? 'shown' : outside![k] <= level ? 'different' : 'undecided',
            },
    };
  });
}
