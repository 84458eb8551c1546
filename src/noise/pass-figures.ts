import { majorityAtK } from './majority-at-k.ts';
import { passAllK, passAtK } from './pass-at-k.ts';
import type { Repeats } from './repeats.ts';
import { type ShareInterval, shareInterval } from './share-interval.ts';

/** Shares of items, each with its interval. */
export interface PassFigures {
  readonly k: number;
  /** Items with at least k answers, which the figures are of. */
  readonly items: number;
  /** pass@k: at least one of k answers passes. */
  readonly any: ShareInterval;
  /** pass^k: all k pass. */
  readonly all: ShareInterval;
  /** The expected score of the most frequent of k answers; null if answers are not known. */
  readonly majority: ShareInterval | null;
}

/**
 * pass@k, pass^k and majority@k, mean over items, with intervals. The variance of an item's own estimate is known where an item has 2k answers: of
 * A, the estimate of q = pᵏ, it is A² less the unbiased estimate of p²ᵏ. With fewer answers, and for the majority, it is not, and intervals for all
 * items of a bank are those for items like them: too wide rather than too narrow.
 *
 * @param bankSize items that the figures stand for; null for all items like those asked. Items that were not asked often enough count as not asked
 * @returns null if fewer than two items have k answers
 */
export function passFigures(
  cells: readonly Repeats[],
  k: number,
  { bankSize, confidence }: { readonly bankSize: number | null; readonly confidence: number },
): PassFigures | null {
  const own = cells.filter(({ count }) => count >= k);
  if (own.length < 2) return null;
  const asked = bankSize === null ? 0 : Math.min(1, own.length / bankSize);
  const most = Math.max(...own.map(({ count }) => count));
  const hasTwice = own.every(({ count }) => count >= 2 * k);
  const figure = (value: (cell: Repeats) => number, within: ((cell: Repeats) => number) | null) =>
    shareInterval(own.map(value), {
      asked,
      within:
        within === null || !hasTwice
          ? null
          : own.reduce((sum, cell) => sum + within(cell), 0) / own.length,
      most,
      confidence,
    });
  return {
    k,
    items: own.length,
    any: figure(
      ({ count, passed }) => passAtK(count, passed, k),
      ({ count, passed }) =>
        passAllK(count, count - passed, k) ** 2 - passAllK(count, count - passed, 2 * k),
    ),
    all: figure(
      ({ count, passed }) => passAllK(count, passed, k),
      ({ count, passed }) => passAllK(count, passed, k) ** 2 - passAllK(count, passed, 2 * k),
    ),
    majority: own.every(({ groups }) => groups !== null)
      ? figure(({ groups }) => majorityAtK(groups!, k), null)
      : null,
  };
}
