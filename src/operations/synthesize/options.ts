import { z } from 'zod';
import { calling, reusing } from '../asking/asking.ts';
import { computing, shortText, wholeNumber } from '../fields.ts';
import { SYNTHESIS_FILES } from './files.ts';
import { synthesisFit, synthesisFolder } from './fit/options.ts';

const SYNTHESIS = { group: 'Synthesis' };
const RUN = { group: 'The run' };
const BATCH = { group: 'Batch files' };

export const synthesizeOptions = z.object({
  bank: shortText.describe('a bank whose items have text').meta({ ...SYNTHESIS, value: 'name' }),
  config: z
    .string()
    .describe('models, participants and design, YAML (docs/synthesis.md)')
    .meta({ ...SYNTHESIS, value: 'file', file: 'in' }),
  items: wholeNumber(1)
    .optional()
    .describe('ask only this number of items of the bank, drawn by the seed (default: all)')
    .meta(SYNTHESIS),
  itemsPerParticipant: wholeNumber(1)
    .optional()
    .describe('items per participant, instead of the design in the configuration')
    .meta({ ...SYNTHESIS, value: 'k' }),
  ...calling('the last run of the same bank and models: ask what is missing'),
  on: computing.on.meta(RUN),
  reuse: reusing,
  batch: z
    .string()
    .optional()
    .describe(
      'ask by files instead of calls: keep the results in FOLDER/results, write the next requests into FOLDER, and print what to do next (docs/synthesis.md, Batch files)',
    )
    .meta({ ...BATCH, value: 'folder', isLocal: true }),
  batchPrice: z
    .number()
    .min(0)
    .max(10)
    .optional()
    .describe(
      'price of a batch as a share of the prices in the configuration, such as 0.5 (default: as in FOLDER, else 1)',
    )
    .meta({ ...BATCH, value: 'share', isLocal: true }),
  rewrite: z
    .boolean()
    .default(false)
    .describe('write requests again that have no result yet')
    .meta({ ...BATCH, isLocal: true }),
  answersOnly: z
    .boolean()
    .default(false)
    .describe('keep the answers, and do not calibrate')
    .meta({ group: 'Calibration' }),
  ...synthesisFit,
  out: synthesisFolder(SYNTHESIS_FILES),
});
export type SynthesizeOptions = z.output<typeof synthesizeOptions>;
