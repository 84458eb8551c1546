import { keptRunText } from '../../operations/synthesize/report.ts';
import { databaseArgument } from '../options/database-option.ts';

/** Where the results of a run are that could not be written. @param location of the store */
export function keptRun(run: number, location: string): string {
  return keptRunText({ run }, databaseArgument(location));
}
