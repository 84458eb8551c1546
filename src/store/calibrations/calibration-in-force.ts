import type { CalibrationEntry } from './calibration-log-store.ts';

/** The acceptances of a log that no rollback has taken back, oldest first. The last one is in force. */
export function standingAcceptances(log: readonly CalibrationEntry[]): CalibrationEntry[] {
  const undone = new Set(log.map(({ undoes }) => undoes));
  return log.filter(({ decision, number }) => decision === 'accept' && !undone.has(number));
}

/** The calibration in force by a log; null if there is none. */
export function calibrationInForce(log: readonly CalibrationEntry[]): number | null {
  return standingAcceptances(log).at(-1)?.calibration ?? null;
}
