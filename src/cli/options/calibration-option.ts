import { InvalidArgumentError } from 'commander';
import { type CalibrationName, CURRENT } from '../../tested-bank/named-calibration.ts';

/** Reads the number of a kept calibration, or the word for the one in force. */
export function calibrationName(text: string): CalibrationName {
  if (text.trim().toLowerCase() === CURRENT) return CURRENT;
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < 1)
    throw new InvalidArgumentError(
      `Accepted: the number of a kept calibration, or ${CURRENT} for the one in force.`,
    );
  return value;
}
