import { fail } from '../../../errors.ts';
import {
  calibrationInForce,
  otherInForce,
} from '../../../store/calibrations/calibration-in-force.ts';
import type { CalibrationChange } from '../../../store/calibrations/calibration-log-store.ts';
import type { ReviewMark } from '../../../store/review/review-store.ts';
import type { Store } from '../../../store/store.ts';
import { type Promotion, promotePretest } from '../../bank/promote-pretest.ts';
import type { RefreshReport } from './refresh-report.ts';
import { type PretestRow, refreshSummary } from './refresh-summary.ts';

export interface Acceptance {
  /** Null if the calibration was in force already. */
  readonly change: CalibrationChange | null;
  readonly promoted: Promotion;
}

/**
 * Puts a kept calibration in force, and with `promote` lets the pretest items count that it has calibrated well enough. The promotion comes
 * second: a break in between leaves the items as they were, and the same once more only promotes.
 * @throws CALIBRATION_REFUSED; NAME_UNKNOWN; OPTIONS_CONFLICT for `promote` with a calibration that is not a refresh, before anything changes
 */
export async function acceptCalibration(
  store: Store,
  bank: string,
  calibration: number,
  mark: ReviewMark & { readonly note?: string },
  {
    force,
    promote,
    from,
  }: {
    readonly force: boolean;
    readonly promote: boolean;
    /** Refuses to go on if another calibration than this is in force, null: any; undefined: than the one when this begins. */
    readonly from?: number | null | undefined;
  },
): Promise<Acceptance> {
  const inForce = calibrationInForce(await store.calibrationLog(bank));
  const expected = from === undefined ? inForce : from;
  if (expected !== inForce)
    fail('CALIBRATION_REFUSED', { bank, reason: otherInForce(expected, inForce) });
  const ready = promote ? await readyItems(store, bank, calibration) : [];
  const change =
    promote && inForce === calibration
      ? null
      : await store.acceptCalibration(bank, calibration, mark, force, expected);
  return { change, promoted: await promotePretest(store, bank, ready, mark) };
}

async function readyItems(store: Store, bank: string, calibration: number): Promise<PretestRow[]> {
  const report = (await store.calibrationReport(calibration)) as RefreshReport | null;
  if (report === null || report.bank !== bank)
    return fail('OPTIONS_CONFLICT', {
      options: `calibration ${calibration}, promote`,
      reason: `calibration ${calibration} is not a refresh of ${bank}, so it says nothing of its pretest items. What is known of them: thetarank bank pretest ${bank}`,
    });
  return refreshSummary(report).pretest.filter(({ isReady }) => isReady);
}
