import { databaseArgument } from '../options/database-option.ts';

/** Where the results of a run are that could not be written. @param location of the store */
export function keptRun(run: number, location: string): string {
  const database = databaseArgument(location);
  return `The results of run ${run} are kept. Print them with: thetarank runs show ${run}${database}; its answers with: thetarank runs answers ${run}${database}`;
}
