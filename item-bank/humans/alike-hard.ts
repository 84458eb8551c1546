import { correlationInterval } from '../../src/statistics/correlation-interval.ts';
import { NORMAL_90 } from '../../src/statistics/normal-points.ts';
import { spearman } from '../../src/statistics/spearman.ts';
import { type HumanItem, humanClusters } from './human-item.ts';

/** A rank correlation over items with its 90% interval, which is null with fewer than five clusters of items. */
export interface ItemCorrelation {
  readonly rho: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly items: number;
}

/** Whether items that are hard for people are hard for models; above 0 if so. Null where it is not known. */
export interface AlikeHard {
  /** Spearman's ρ of the accuracy of people and the share of recorded models that were right. */
  readonly sharesRight: ItemCorrelation | null;
  /** Spearman's ρ of the share of people who were wrong and the calibrated difficulty. */
  readonly difficulties: ItemCorrelation | null;
}

/**
 * Both correlations over the items that have both values. Few respondents or few models make them smaller than those of the true shares.
 * Intervals are of as many pairs as there are clusters of items, which is rather too few.
 *
 * @param sharesRight @param difficulties by item; NaN where not known
 */
export function alikeHard(
  items: readonly HumanItem[],
  sharesRight: ArrayLike<number> | undefined,
  difficulties: ArrayLike<number> | undefined,
): AlikeHard {
  const accuracies = items.map(({ accuracy }) => accuracy);
  const clusters = humanClusters(items);
  return {
    sharesRight: correlation(accuracies, sharesRight, clusters),
    difficulties: correlation(
      accuracies.map((accuracy) => 1 - accuracy),
      difficulties,
      clusters,
    ),
  };
}

function correlation(
  own: readonly number[],
  other: ArrayLike<number> | undefined,
  clusters: readonly string[],
): ItemCorrelation | null {
  if (other === undefined) return null;
  const both = [...own.keys()].filter((j) => !Number.isNaN(other[j]));
  const rho = spearman(
    both.map((j) => own[j]),
    both.map((j) => other[j]),
  );
  if (rho === null) return null;
  const { size } = new Set(both.map((j) => clusters[j]));
  const interval = correlationInterval('spearman', rho, size, NORMAL_90);
  return { rho, low: interval?.low ?? null, high: interval?.high ?? null, items: both.length };
}
