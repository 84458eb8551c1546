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

/** Why a decision is refused: someone else has decided meanwhile. */
export function otherInForce(expected: number | null, inForce: number | null): string {
  if (expected === null) return `calibration ${inForce} is in force by now, and none was expected`;
  const found = inForce === null ? 'none is now' : `calibration ${inForce} is`;
  return `calibration ${expected} is not in force; ${found}`;
}
