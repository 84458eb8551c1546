import { type Command, Option } from 'commander';
import { RUNGS, type Rung } from '../../../../calibration/fit/rungs.ts';
import {
  FEWEST_GENERATORS,
  FIT_BY,
  type FitBy,
} from '../../../../calibration/synthesize/report/calibrate-synthesis.ts';

/** How a calibration is made of synthesized answers. */
export interface FitOptions {
  readonly by: FitBy;
  readonly rung?: Rung;
  readonly partial?: boolean;
}

/** Adds the options of a calibration on synthesized answers. */
export function addFitOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--by <examinees>',
        'examinees of the calibration: participants, weighted by their information, or the models alone (solos)',
      )
        .choices([...FIT_BY])
        .default('participants'),
    )
    .addOption(
      new Option('--rung <name>', 'how much to learn of each item (default: 3pl-shrunken)').choices(
        [...RUNGS],
      ),
    )
    .option('--partial', 'calibrate on the answers that exist, even if some are missing');
}

/** Whether there is a scale to calibrate on: two generators, with answers where these are counted. */
export function hasEnoughGenerators(
  participants: readonly { readonly generator: string; readonly answers?: number }[],
): boolean {
  const own = participants.filter(({ answers }) => answers !== 0);
  return new Set(own.map(({ generator }) => generator)).size >= FEWEST_GENERATORS;
}
