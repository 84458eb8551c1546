import { type Command, Option } from 'commander';
import { RUNGS } from '../../../../calibration/fit/rungs.ts';
import { FIT_BY } from '../../../../calibration/synthesize/report/calibrate-synthesis.ts';
import type { FitChoice } from '../../../workflow/synthesis/fit/calibrate-source.ts';

/** The options of a calibration on synthesized answers, as commander has them. */
export interface FitOptions extends FitChoice {
  readonly partial?: boolean;
}

/** Adds the options of a calibration on synthesized answers. */
export function addFitOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--by <examinees>',
        'examinees of the calibration: participants, weighted by their information, or models alone (solos)',
      )
        .choices([...FIT_BY])
        .default('participants'),
    )
    .addOption(
      new Option(
        '--rung <name>',
        'how much to learn about each item (default: 3pl-shrunken)',
      ).choices([...RUNGS]),
    )
    .option('--partial', 'calibrate on the answers so far, even if some are missing');
}
