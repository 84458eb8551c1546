import { fail } from '../errors.ts';
import { calibrationInForce } from '../store/calibrations/calibration-in-force.ts';
import type { Store } from '../store/store.ts';

/** The word for the calibration of a bank that is in force, wherever a kept calibration can be named. */
export const CURRENT = 'current';

/** A kept calibration: its number, or the one in force. */
export type CalibrationName = number | typeof CURRENT;

/** The number of a named calibration. @throws CALIBRATION_NOT_IN_FORCE if the one in force is named and there is none */
export async function namedCalibration(
  store: Pick<Store, 'calibrationLog' | 'calibrations'>,
  bank: string,
  name: CalibrationName,
): Promise<number> {
  if (name !== CURRENT) return name;
  const inForce = calibrationInForce(await store.calibrationLog(bank));
  if (inForce !== null) return inForce;
  // A refresh is only accepted where the one that it refreshes is in force.
  const kept = (await store.calibrations(bank)).flatMap(({ id, method }) =>
    method === 'refresh' ? [] : [id],
  );
  return fail('CALIBRATION_NOT_IN_FORCE', { bank, kept });
}
