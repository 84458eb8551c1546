import { z } from 'zod';
import { TOKENISATIONS } from '../../../item-bank/items/metric/tokenisations.ts';
import { MOST_OPTIONS } from '../../scoring/extract/extraction.ts';
import { EXTRACTION_MODES } from '../../scoring/extract/modes.ts';
import { shortText } from '../fields.ts';

/** Outputs of models, and how answers are found in them. */
export const outputFields = {
  file: z
    .string()
    .describe('outputs, JSON Lines: model, item, output')
    .meta({ isArgument: true, file: 'in' }),
  mode: z
    .enum(EXTRACTION_MODES)
    .default('default')
    .describe('how answers are extracted')
    .meta({ value: 'name' }),
  options: z
    .int()
    .min(1)
    .max(MOST_OPTIONS)
    .default(10)
    .describe('number of answer options, for questions that do not state it'),
  bank: shortText.optional().meta({ value: 'name' }),
};

export const tokens = z
  .enum(TOKENISATIONS)
  .default('characters')
  .describe('how texts are cut into tokens (docs/metrics.md)')
  .meta({ value: 'rule' });
