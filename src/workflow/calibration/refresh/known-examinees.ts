import { modelNames } from '../../../ranking/live/live-calibration.ts';
import type { RunSummary } from '../../../run/run-record.ts';
import type { CalibrationLineage } from '../../../store/store.ts';
import { calibratedOn } from '../../../tested-bank/calibrated-bank.ts';

/** Names are the same in any letter case, as elsewhere where models are told apart. */
export function sameName(name: string): string {
  return name.toLowerCase();
}

/** The names, also those at their endpoints, of whom a calibration was made from. @returns whether one of some names is among them */
export function knownBy(
  calibration: Pick<CalibrationLineage, 'examinees' | 'options'>,
): (names: readonly string[]) => boolean {
  const known = new Set(calibratedOn(calibration).map(sameName));
  return (names) => names.some((name) => known.has(sameName(name)));
}

/** All names of the models of a run: that in the run first. */
export function namesInRun({ configuration }: Pick<RunSummary, 'configuration'>): string[][] {
  const models = (configuration.models ?? []) as readonly {
    readonly name: string;
    readonly model?: string;
  }[];
  return models.map(({ name, model = name }) => modelNames(name, model));
}
