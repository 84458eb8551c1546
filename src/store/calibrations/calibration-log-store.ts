import type { ReviewMark } from '../review/review-store.ts';

/** An entry of the log of a bank's calibrations. */
export interface CalibrationEntry {
  readonly number: number;
  readonly decision: 'accept' | 'rollback';
  /** The calibration that was accepted, or rolled back. */
  readonly calibration: number;
  readonly note: string;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  /** The acceptance that a rollback takes back. */
  readonly undoes: number | null;
}

/** What a decision about calibrations changed. */
export interface CalibrationChange {
  readonly entry: CalibrationEntry;
  /** The calibration in force before and after; null if there was none. */
  readonly before: number | null;
  readonly after: number | null;
}

/** Which calibration of a bank is in force. */
export interface CalibrationLogStore {
  /** Oldest first; empty for a bank that is not in the database. */
  calibrationLog(bank: string): Promise<CalibrationEntry[]>;
  /**
   * Puts a kept calibration of a bank in force: one row.
   * @param isForced whether a refresh is accepted although it refreshes another calibration than the one in force
   * @param expected refuses to replace another calibration than this, null: than none; undefined: replaces whichever is in force
   * @throws NAME_UNKNOWN for the bank or a calibration that is not of it; CALIBRATION_REFUSED
   */
  acceptCalibration(
    bank: string,
    calibration: number,
    mark: ReviewMark & { readonly note?: string },
    isForced?: boolean,
    expected?: number | null,
  ): Promise<CalibrationChange>;
  /**
   * Takes back the last acceptance that stands, so that the calibration before it is in force again: one row.
   * @param expected refuses to roll back another calibration than this; undefined: rolls back whichever is in force
   * @throws NAME_UNKNOWN for the bank; CALIBRATION_REFUSED if none is in force, or another than expected
   */
  rollBackCalibration(
    bank: string,
    mark: ReviewMark & { readonly note?: string },
    expected?: number,
  ): Promise<CalibrationChange>;
}
