import { z } from 'zod';
import { UNLISTED_HELP } from '../asking/asking.ts';
import { REUSE_HELP } from '../asking/reuse-text.ts';
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
  budget: z
    .array(z.string())
    .default([])
    .describe(
      'limits: dollars (20usd) and tokens (5Mtok) for the whole run, time (1h30m) for this command; for several separate them by commas, or repeat the option',
    )
    .meta({ ...RUN, value: 'limits' }),
  concurrency: wholeNumber(1).default(16).describe('most calls in flight per model').meta(RUN),
  on: computing.on.meta(RUN),
  resume: z
    .boolean()
    .default(false)
    .describe('continue the last run of the same bank and models: ask what is missing')
    .meta(RUN),
  reuse: z.boolean().default(false).describe(REUSE_HELP).meta(RUN),
  unlisted: z.boolean().default(false).describe(UNLISTED_HELP).meta(RUN),
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
