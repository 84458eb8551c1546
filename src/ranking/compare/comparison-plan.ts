import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import { normalQuantile } from '../../statistics/normal-quantile.ts';
import { normalTail } from '../../statistics/normal-tail.ts';
import type { ComparisonTest } from './comparison-test.ts';

/** Losses in points of which power is stated. */
export const PLANNED_LOSSES = [1, 2, 5] as const;
const POWER = 0.8;
const LENGTHS = [50, 100, 243, 500, 1000, 2000, 5000];

/** What a number of items can show; in points. */
export interface PlannedLength {
  readonly items: number;
  /** The loss that is found with 80% power: with this design, and with the same number of random items that both models are asked. */
  readonly detectable: number;
  readonly detectableAtRandom: number;
  /** Power for losses of 1, 2 and 5 points. */
  readonly power: readonly number[];
  readonly powerAtRandom: readonly number[];
}

export interface ComparisonPlan {
  readonly lengths: readonly PlannedLength[];
  /** Items that find each loss with 80% power; null if the whole bank does not. */
  readonly needed: readonly {
    readonly loss: number;
    readonly items: number | null;
    readonly random: number | null;
  }[];
  /** Share of items on which the models are expected to differ. */
  readonly differing: number;
}

/**
 * What a comparison can show before anything is asked: the standard error by number of items, and from it the power of the one-sided test
 * of "no loss", Φ(loss/SE − z), as if the statistic were normal. Beside it n random items that both models are asked:
 * (M − D²)(1/n − 1/N) with the same expected share M of items on which they differ.
 *
 * @param alpha of the one-sided test
 * @param k the comparison
 * @see Cohen (1988), Statistical Power Analysis for the Behavioral Sciences, ch. 1; Connor (1987), Sample size for testing differences in
 * proportions for the paired-sample design, Biometrics 43, 207–211
 */
export function planComparison(
  test: ComparisonTest,
  itemSquares: number,
  target: ScoreTarget,
  alpha: number,
  items: number,
  k = 0,
): ComparisonPlan {
  const every: number[] = [];
  for (let n = 10; n < test.size; n = Math.max(n + 1, Math.ceil(n * 1.02))) every.push(n);
  every.push(test.size);
  const shown = [...new Set([...LENGTHS, items])]
    .filter((n) => n <= test.size)
    .sort((x, y) => x - y);
  const lengths = [...new Set([...every, ...shown])].sort((x, y) => x - y);
  const { variances, squares } = test.plan(lengths)[k];
  const z = normalQuantile(alpha);
  const ofItems = target === 'expected' ? squares : 0;
  const own = (at: number) => Math.sqrt(variances[at] + ofItems);
  const random = (n: number) =>
    Math.sqrt((squares / itemSquares) * Math.max(0, 1 / n - itemSquares) + ofItems);
  const power = (loss: number, error: number) =>
    error === 0 ? 1 : normalTail(z - loss / 100 / error);
  const detectable = (error: number) => 100 * error * (z + normalQuantile(1 - POWER));
  return {
    lengths: shown.map((n) => {
      const error = own(lengths.indexOf(n));
      return {
        items: n,
        detectable: detectable(error),
        detectableAtRandom: detectable(random(n)),
        power: PLANNED_LOSSES.map((loss) => power(loss, error)),
        powerAtRandom: PLANNED_LOSSES.map((loss) => power(loss, random(n))),
      };
    }),
    needed: PLANNED_LOSSES.map((loss) => {
      const isEnough = (error: number) => power(loss, error) >= POWER;
      const at = lengths.findIndex((_, n) => isEnough(own(n)));
      return {
        loss,
        items: at < 0 ? null : lengths[at],
        random: lengths.find((n) => isEnough(random(n))) ?? null,
      };
    }),
    differing: squares / itemSquares,
  };
}
