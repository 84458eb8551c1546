import { type CatBank, DEFAULT_BOUNDS, prepareBank } from '../cat/bank.ts';
import { pickExaminees, type ResponseMatrix } from '../irt/responses.ts';
import { flaggedItems } from './flagged-items.ts';
import { type FoldFit, foldFit } from './fold-fit.ts';
import type { RecordedBank } from './recorded-bank.ts';

/** The calibration of a bank without one fold of the examinees. */
export interface FoldCalibration {
  readonly calibration: FoldFit;
  /** One entry per item: 1 if adaptive tests leave it out; null if they may choose all. */
  readonly flagged: Uint8Array | null;
  /** Rows of the calibration's examinees, and of those it has not seen. */
  readonly seen: readonly number[];
  readonly unseen: readonly number[];
}

/** The same with a bank that is ready for sessions of the fold's examinees. */
export interface FoldBank extends Omit<FoldCalibration, 'flagged'> {
  readonly bank: CatBank;
}

/** How a fold is calibrated. */
export interface FoldOptions {
  /** The calibration on all examinees, if it exists already; used if the fold is empty. */
  readonly whole?: FoldFit | undefined;
  /** Whether adaptive tests may choose flagged items; by default they leave them out. */
  readonly includeFlagged?: boolean | undefined;
  /** Where calibrations are kept between commands; nowhere by default. */
  readonly cacheFolder?: string | null | undefined;
}

/** Calibrates the items on the answers of everyone outside fold `k`. */
export function calibrateFold(
  responses: ResponseMatrix,
  fold: Int32Array,
  k: number,
  { whole, includeFlagged = false, cacheFolder }: FoldOptions = {},
): FoldCalibration {
  const seen: number[] = [];
  const unseen: number[] = [];
  fold.forEach((f, i) => {
    (f === k ? unseen : seen).push(i);
  });
  const own = pickExaminees(responses, seen);
  const calibration =
    whole !== undefined && unseen.length === 0 ? whole : foldFit(own, cacheFolder);
  return {
    calibration,
    flagged: includeFlagged ? null : flaggedItems(own, calibration.parameters),
    seen,
    unseen,
  };
}

/** Calibrates a bank without fold `k`, for sessions with the examinees of that fold. */
export function foldBank(
  { responses, tags }: Pick<RecordedBank, 'responses' | 'tags'>,
  fold: Int32Array,
  k: number,
  whole?: FoldFit,
  includeFlagged = false,
): FoldBank {
  const { flagged, ...part } = calibrateFold(responses, fold, k, { whole, includeFlagged });
  const { parameters } = part.calibration;
  return {
    bank: prepareBank(responses.items, parameters, tags, DEFAULT_BOUNDS, null, flagged),
    ...part,
  };
}
