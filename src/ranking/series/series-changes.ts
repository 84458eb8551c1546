import { holm } from '../../statistics/holm.ts';
import { normalTail } from '../../statistics/normal-tail.ts';

/** The difference of a checkpoint's score from an earlier one's. */
export interface SeriesChange {
  /** The earlier checkpoint, from 0. */
  readonly from: number;
  readonly difference: number;
  readonly se: number;
  /** Two-sided, corrected by Holm for all differences of this kind in the series. */
  readonly p: number;
}

/** Equal scores of sums over the bank can differ by this. */
const ROUNDING = 1e-9;
const NO_VARIANCE = 1e-15;

/**
 * Differences of each checkpoint from the one before it, and from the best one before it: that with the highest score, the first of
 * equals. Both checkpoints answered the anchors, so that the error of a difference is mostly that of the answers that changed. The p
 * of each kind are corrected for the number of checkpoints (Holm).
 *
 * @param difference of the scores of two checkpoints, s < t, and its variance
 */
export function seriesChanges(
  scores: ArrayLike<number>,
  difference: (t: number, s: number) => { readonly value: number; readonly variance: number },
): {
  readonly before: readonly (SeriesChange | null)[];
  readonly best: readonly (SeriesChange | null)[];
} {
  const { length } = scores;
  const known = new Map<string, Omit<SeriesChange, 'p'>>();
  const from = (t: number, s: number): Omit<SeriesChange, 'p'> => {
    const found = known.get(`${t},${s}`);
    if (found !== undefined) return found;
    const { value, variance } = difference(t, s);
    const made = {
      from: s,
      difference: value,
      se: variance < NO_VARIANCE ? 0 : Math.sqrt(variance),
    };
    known.set(`${t},${s}`, made);
    return made;
  };
  const later = Array.from({ length: Math.max(0, length - 1) }, (_, k) => k + 1);
  const best: number[] = [];
  for (let t = 1, s = 0; t < length; t++) {
    best.push(s);
    if (scores[t] > scores[s]) s = t;
  }
  return {
    before: [null, ...corrected(later.map((t) => from(t, t - 1)))].slice(0, length),
    best: [null, ...corrected(later.map((t, k) => from(t, best[k])))].slice(0, length),
  };
}

function corrected(changes: readonly Omit<SeriesChange, 'p'>[]): SeriesChange[] {
  const ps = Float64Array.from(changes, ({ difference, se }) =>
    se === 0 ? Number(Math.abs(difference) < ROUNDING) : 2 * normalTail(Math.abs(difference) / se),
  );
  const adjusted = holm(ps);
  return changes.map((change, k) => ({ ...change, p: adjusted[k] }));
}
