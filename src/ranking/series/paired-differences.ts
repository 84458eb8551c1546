import { holmDiscrete } from '../../statistics/holm-discrete.ts';
import { signFlipTest } from '../../statistics/sign-flip-test.ts';

/** Of two checkpoints, the later one after the earlier one. */
export interface PairedDifference {
  /** Items that both answered. */
  readonly shared: number;
  /** One-sided p of a rise and of a fall, each corrected for all pairs. */
  readonly rise: number;
  readonly fall: number;
}

/**
 * Tests the differences of pairs of checkpoints on the items that both answered. These items are a random sample of the bank, and nothing
 * else is used: no calibration, and no other checkpoint. Rises and falls are each corrected by themselves.
 *
 * @param rows by checkpoint its scores, NaN where it has no answer
 * @param weights of the items in the full score
 */
export function pairedDifferences(
  rows: readonly Float64Array[],
  weights: Float64Array,
  pairs: readonly { readonly later: number; readonly earlier: number }[],
): PairedDifference[] {
  const differences = pairs.map(({ later, earlier }) => {
    const [own, from] = [rows[later], rows[earlier]];
    return weights.map((w, j) => w * (own[j] - from[j])).filter((d) => !Number.isNaN(d));
  });
  const rises = holmDiscrete(differences.map(signFlipTest));
  const falls = holmDiscrete(differences.map((own) => signFlipTest(own.map((d) => -d))));
  return differences.map(({ length }, k) => ({ shared: length, rise: rises[k], fall: falls[k] }));
}
