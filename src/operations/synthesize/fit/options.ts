import { z } from 'zod';
import { RUNGS } from '../../../../calibration/fit/rungs.ts';
import { FIT_BY } from '../../../../calibration/synthesize/report/calibrate-synthesis.ts';

const CALIBRATION = { group: 'Calibration' };

/** Of a calibration on synthesized answers. */
export const synthesisFit = {
  by: z
    .enum(FIT_BY)
    .default('participants')
    .describe(
      'examinees of the calibration: participants, weighted by their information, or models alone (solos)',
    )
    .meta({ ...CALIBRATION, value: 'examinees' }),
  rung: z
    .enum(RUNGS)
    .optional()
    .describe('how much to learn about each item (default: 3pl-shrunken)')
    .meta({ ...CALIBRATION, value: 'name' }),
  partial: z
    .boolean()
    .default(false)
    .describe('calibrate on the answers so far, even if some are missing')
    .meta(CALIBRATION),
};

/** @param files what is written */
export function synthesisFolder(files: readonly string[]) {
  return z
    .string()
    .optional()
    .describe(`write ${files.join(', ')} there`)
    .meta({ group: 'Results', value: 'folder', file: 'folder' });
}
