import type { Command } from 'commander';
import { addStoreCopyCommand } from './copy.ts';

/** `thetarank store`: the database as a whole. */
export function addStoreCommand(program: Command): void {
  const store = program
    .command('store')
    .description(
      'The store is the database with banks, recorded answers, calibrations, runs, and the keys, sessions and jobs of the service.',
    );
  addStoreCopyCommand(store);
}
