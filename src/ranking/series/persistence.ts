/** How answers to one item stay together from checkpoint to checkpoint, beyond what abilities and effects explain. */
export interface Persistence {
  /** κ: the share of what an answer deviates that is the item's, not chance; below 1. */
  readonly lasting: number;
  /** φ: how much of it is left one checkpoint later. */
  readonly decay: number;
}

/** What is assumed before there are repeated answers, and for how many pairs of neighbouring answers it counts. */
const USUAL: Persistence = { lasting: 0.85, decay: 0.93 };
const USUAL_PAIRS = 60;

const LASTING = range(0, 0.98, 0.02);
const DECAY = range(0.5, 0.99, 0.01);

/**
 * The correlation of the answers to an item by checkpoints `gap` apart: κφ^gap, 1 with itself (an AR(1) process and a nugget).
 *
 * @param gap at least 0; infinite between checkpoints that have nothing in common
 */
export function correlation({ lasting, decay }: Persistence, gap: number): number {
  return gap === 0 ? 1 : lasting * decay ** gap;
}

/** Sums over pairs of answers to the same item, by the distance of their checkpoints. */
export interface PairSums {
  /** Σ (u − P̄)(u' − P̄'); entry 0 is not used. */
  readonly products: Float64Array;
  /** Σ √(P̄(1 − P̄) P̄'(1 − P̄')). */
  readonly expected: Float64Array;
  /** Number of pairs. */
  readonly counts: Float64Array;
}

/**
 * The persistence of a series by the method of moments: κφ^gap nearest to the ratios of sums at each distance, weighted by the pairs,
 * with sixty pairs of the usual persistence beside them.
 *
 * @see Liang & Zeger (1986), Biometrika 73, 13–22, for moment estimates of working correlations
 */
export function fitPersistence({ products, expected, counts }: PairSums): Persistence {
  let best = USUAL;
  let least = Number.POSITIVE_INFINITY;
  for (const lasting of LASTING)
    for (const decay of DECAY) {
      const own = { lasting, decay };
      let misfit = USUAL_PAIRS * (correlation(own, 1) - correlation(USUAL, 1)) ** 2;
      misfit += (USUAL_PAIRS / 4) * (correlation(own, 5) - correlation(USUAL, 5)) ** 2;
      for (let gap = 1; gap < counts.length; gap++) {
        if (counts[gap] === 0 || expected[gap] === 0) continue;
        misfit += counts[gap] * (products[gap] / expected[gap] - correlation(own, gap)) ** 2;
      }
      if (misfit < least) {
        least = misfit;
        best = own;
      }
    }
  return best;
}

export const usualPersistence = (): Persistence => USUAL;

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_, k) => from + k * step);
}
