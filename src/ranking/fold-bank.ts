import { type Calibration, calibrate } from '../../calibration/fit/calibrate.ts';
import { type CatBank, DEFAULT_BOUNDS, prepareBank } from '../cat/bank.ts';
import { pickExaminees } from '../irt/responses.ts';
import { flaggedItems } from './flagged-items.ts';
import type { RecordedBank } from './recorded-bank.ts';

/** A bank calibrated without one fold of the examinees, ready for sessions with these. */
export interface FoldBank {
  readonly bank: CatBank;
  readonly calibration: Calibration;
  /** Rows of the calibration's examinees, and of those it has not seen. */
  readonly seen: readonly number[];
  readonly unseen: readonly number[];
}

/** Abilities of a calibration need not be more exact than a fraction of their standard errors, 0.05 at best. */
export const TOLERANCE = 0.01;

/**
 * Calibrates the items on the answers of everyone outside fold `k`.
 * @param includeFlagged whether adaptive tests may choose flagged items; by default they leave them out
 * @param whole the calibration on everyone at this tolerance, where it was made already: it is taken if nobody is in the fold
 */
export function foldBank(
  { responses, tags }: Pick<RecordedBank, 'responses' | 'tags'>,
  fold: Int32Array,
  k: number,
  whole?: Calibration,
  includeFlagged = false,
): FoldBank {
  const seen: number[] = [];
  const unseen: number[] = [];
  fold.forEach((f, i) => {
    (f === k ? unseen : seen).push(i);
  });
  const own = pickExaminees(responses, seen);
  const calibration =
    whole !== undefined && unseen.length === 0 ? whole : calibrate(own, { tolerance: TOLERANCE });
  return {
    bank: prepareBank(
      responses.items,
      calibration.parameters,
      tags,
      DEFAULT_BOUNDS,
      null,
      includeFlagged ? null : flaggedItems(own, calibration.parameters),
    ),
    calibration,
    seen,
    unseen,
  };
}
