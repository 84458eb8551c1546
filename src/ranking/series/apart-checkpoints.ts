import { holmDiscrete } from '../../statistics/holm-discrete.ts';
import { signFlipTest } from '../../statistics/sign-flip-test.ts';

/** A checkpoint that may be apart from those beside it. */
export interface ApartCheckpoint {
  readonly at: number;
  /** Whether it is apart in a test that is corrected for the number of checkpoints. Others may be. */
  readonly isClear: boolean;
}

/** Corrected p of a checkpoint that is clearly apart, in each direction. */
const CLEARLY = 0.05;
/** Uncorrected p of one that may be: two answers outside and none on the other side have .125 (docs/evidence/series.md). */
const PERHAPS = 0.13;

/**
 * Checkpoints that are apart from those beside them, such as one that is broken, by the items that all three answered: an answer counts if
 * it is above or below both others, by how much. Where the run goes on from another level, or rises, answers are between the others. Of
 * the last checkpoint, which has two others before it, only a fall counts: a rise may go on. Nothing else is used but the answers.
 *
 * @param rows by checkpoint its scores, NaN where it has no answer
 * @param weights of the items in the full score
 */
export function apartCheckpoints(
  rows: readonly Float64Array[],
  weights: Float64Array,
): ApartCheckpoint[] {
  const last = rows.length - 1;
  if (last < 2) return [];
  const tested = Array.from({ length: last }, (_, k) => k + 1);
  const differences = tested.map((t) => {
    const own = rows[t];
    const x = rows[t - 1];
    const y = rows[t === last ? t - 2 : t + 1];
    return weights
      .map((w, j) => w * outside(own[j], Math.min(x[j], y[j]), Math.max(x[j], y[j])))
      .filter((d) => !Number.isNaN(d));
  });
  const falls = differences.map((own) => signFlipTest(own.map((d) => -d)));
  const rises = differences.slice(0, -1).map(signFlipTest);
  const [clearFalls, clearRises] = [holmDiscrete(falls), holmDiscrete(rises)];
  return tested.flatMap((at, k) => {
    const isClear = clearFalls[k] < CLEARLY || clearRises[k] < CLEARLY;
    const may = falls[k].p < PERHAPS || rises[k]?.p < PERHAPS;
    return isClear || may ? [{ at, isClear }] : [];
  });
}

/** How far a score is above or below a range; NaN if one of the three is. */
function outside(score: number, low: number, high: number): number {
  return score - Math.min(high, Math.max(low, score));
}
