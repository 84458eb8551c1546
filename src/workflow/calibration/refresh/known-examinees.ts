import { modelNames } from '../../../ranking/live/live-calibration.ts';
import type { RunSummary } from '../../../run/run-record.ts';
import type { CalibrationLineage } from '../../../store/store.ts';
import { calibratedOn } from '../../../tested-bank/calibrated-bank.ts';
import { sameName } from '../../../text/same-name.ts';

/** The names, also those at their endpoints, of whom a calibration was made from. @returns whether one of some names is among them */
export function knownBy(
  calibration: Pick<CalibrationLineage, 'examinees' | 'options'>,
): (names: readonly string[]) => boolean {
  const known = new Set(calibratedOn(calibration).map(sameName));
  return (names) => names.some((name) => known.has(sameName(name)));
}

/** All names of the models of a run: that in the run first. */
export function namesInRun(run: Pick<RunSummary, 'configuration'>): string[][] {
  return modelsOf(run).map(({ name, model = name }) => modelNames(name, model));
}

/** The models of a run whose address it tells, each with a key of model and address. */
export function endpointsInRun(
  run: Pick<RunSummary, 'configuration'>,
): { readonly name: string; readonly endpoint: string }[] {
  return modelsOf(run).flatMap(({ name, model = name, baseUrl }) =>
    baseUrl === undefined ? [] : [{ name, endpoint: JSON.stringify([baseUrl, model]) }],
  );
}

/** The models of a run, as its configuration names them. */
export function modelsOf({ configuration }: Pick<RunSummary, 'configuration'>) {
  return (configuration.models ?? []) as readonly {
    readonly name: string;
    readonly model?: string;
    readonly baseUrl?: string;
  }[];
}
