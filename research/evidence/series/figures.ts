import type { SeriesStudyRow } from 'thetarank/study';

/** One simulated series, as it is kept. */
export interface KeptSeries {
  readonly bank: string;
  readonly row: SeriesStudyRow;
}

type Point = SeriesStudyRow['series'][number];
type Changes = SeriesStudyRow['changes'];

/** Corrected p of a mark, and standard errors of a one-sided test of one change at 5%. */
export const MARKED = 0.05;
const ONE_SIDED = 1.6448536269514722;

/** Root mean square, in points. */
export function rmse(errors: readonly number[]): number {
  return 100 * Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length);
}

export function errorOf(points: readonly Point[]): number {
  return rmse(points.map(({ error }) => error));
}

export function heldOf(points: readonly Point[]): number {
  return points.filter(({ held }) => held).length / points.length;
}

/** Errors of the changes of some series. */
export function changeErrors(rows: readonly SeriesStudyRow[], of: 'changes' | 'aloneChanges') {
  return rows.flatMap((row) =>
    row[of].map(({ difference }, k) => difference - (row.truth[k + 1] - row.truth[k])),
  );
}

/** Share of the changes whose 90% interval holds the true one. */
export function changesHeld(rows: readonly SeriesStudyRow[], of: 'changes' | 'aloneChanges') {
  const held = rows.flatMap((row) =>
    row[of].map(
      ({ difference, se }, k) =>
        Math.abs(difference - (row.truth[k + 1] - row.truth[k])) <= ONE_SIDED * se,
    ),
  );
  return held.filter(Boolean).length / held.length;
}

/** Whether the planted fall is marked, corrected for the number of checkpoints. */
export function isFound({ at }: SeriesStudyRow, changes: Changes): boolean {
  const { difference, p } = changes[at! - 1];
  return difference < 0 && p < MARKED;
}

/** Whether the fall is shown by an uncorrected one-sided test at 5% of this one change. */
export function isShown({ at }: SeriesStudyRow, falls: readonly number[]): boolean {
  return falls[at! - 1] < MARKED;
}

/** Whether a series that stays has a mark, or another one a mark against the true change. */
export function isFalse({ course, truth }: SeriesStudyRow, changes: Changes): boolean {
  return changes.some(({ difference, p }, k) => {
    const isAgainst = Math.sign(difference) !== Math.sign(truth[k + 1] - truth[k]);
    return p < MARKED && (course === 'flat' || isAgainst);
  });
}

/** Share of the changes of series that stay for which that test shows a fall. */
export function shownShare(rows: readonly SeriesStudyRow[], of: 'falls' | 'pairedFalls'): number {
  const all = rows.flatMap((row) => row[of]);
  return all.filter((p) => p < MARKED).length / all.length;
}

/**
 * The number of items of a separate test with the error of the series, between the lengths that were tested, on a logarithmic scale; null
 * if even the longest errs more.
 */
export function equalLength(rows: readonly SeriesStudyRow[]): {
  readonly items: number | null;
  readonly longest: number;
  readonly error: number;
} {
  // The same checkpoints as the longer tests: every third.
  const error = errorOf(rows.flatMap(({ series }) => series.filter((_, t) => t % 3 === 1)));
  const lengths = Object.keys(rows[0].longer)
    .map(Number)
    .sort((x, y) => x - y);
  const errors = lengths.map((length) => errorOf(rows.flatMap(({ longer }) => longer[length])));
  const longest = lengths[lengths.length - 1];
  const k = errors.findIndex((own) => own <= error);
  if (k === 0) return { items: lengths[0], longest, error };
  if (k < 0) return { items: null, longest, error };
  const share = Math.log(error / errors[k - 1]) / Math.log(errors[k] / errors[k - 1]);
  return { items: lengths[k - 1] * (lengths[k] / lengths[k - 1]) ** share, longest, error };
}
