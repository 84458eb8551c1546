import {
  calibrationInForce,
  standingAcceptances,
} from '../../../store/calibrations/calibration-in-force.ts';
import type { CalibrationEntry } from '../../../store/calibrations/calibration-log-store.ts';
import type { CalibrationSummary, Store } from '../../../store/store.ts';
import type { CALIBRATION_STATES } from './calibration-states.ts';
import { REFRESH } from './refresh-report.ts';

type CalibrationState = (typeof CALIBRATION_STATES)[number];

/** A kept calibration, and what was decided about it. */
export interface ListedCalibration extends CalibrationSummary {
  readonly state: CalibrationState;
  /** The last acceptance; null if there is none. */
  readonly accepted: CalibrationEntry | null;
}

/** The calibrations of a bank with their lineage. */
export interface Lineage {
  readonly inForce: number | null;
  /** Newest first. */
  readonly calibrations: readonly ListedCalibration[];
  /** Oldest first. */
  readonly log: readonly CalibrationEntry[];
}

/** An unknown bank has none. */
export async function lineage(store: Store, bank: string): Promise<Lineage> {
  const log = await store.calibrationLog(bank);
  const inForce = calibrationInForce(log);
  const standing = new Set(standingAcceptances(log).map(({ calibration }) => calibration));
  const stateOf = ({ id, method, parent }: CalibrationSummary): CalibrationState => {
    if (id === inForce) return 'in force';
    if (standing.has(id)) return 'replaced';
    if (log.some(({ calibration }) => calibration === id)) return 'rolled back';
    if (method !== REFRESH) return 'kept';
    return parent === inForce ? 'proposal' : 'outdated';
  };
  const calibrations = (await store.calibrations(bank)).map((one) => ({
    ...one,
    state: stateOf(one),
    accepted:
      log.findLast(
        ({ decision, calibration }) => decision === 'accept' && calibration === one.id,
      ) ?? null,
  }));
  return { inForce, calibrations, log };
}
