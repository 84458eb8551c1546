import { z } from 'zod';
import {
  isItemVariant,
  isPromptChange,
  STRESS_VARIANTS,
  type StressVariant,
} from '../../stress/variants.ts';
import { calling, modelArg, reusing, taskArg, testedModels } from '../asking/asking.ts';
import { STRESS_ARGS } from '../asking/task-args.ts';
import { confidence, seed, shortText, wholeNumber } from '../fields.ts';
import { STRESS_FILES } from './files.ts';

const MEASURED = { group: 'What is measured' };
const BEFORE = { group: 'Before asking' };
const PRECISION = { group: 'Precision' };

export const stressOptions = z.strictObject({
  bank: shortText.describe('a bank whose items have text').meta({ ...MEASURED, value: 'name' }),
  variants: z
    .array(z.string())
    .refine(
      (names) =>
        new Set(names).size === names.length &&
        names.every((name) => isItemVariant(name) || isPromptChange(name)),
      { error: `each once: ${Object.keys(STRESS_VARIANTS).join(', ')}` },
    )
    .transform((names) => names as StressVariant[])
    .default(['typos', 'none-of-above', 'wrong-hint', 'shuffle', 'repeat'])
    .describe('the changes, separated by commas (listed below)')
    .meta(MEASURED),
  share: z
    .number()
    .gt(0)
    .max(0.5)
    .default(0.12)
    .describe('share of the characters that misspellings change')
    .meta({ ...MEASURED, value: 'share' }),
  seed: seed.meta(MEASURED),
  list: z
    .boolean()
    .default(false)
    .describe('print each variant with an item of the bank that it changes, and ask nothing')
    .meta(BEFORE),
  show: shortText
    .optional()
    .describe('print this item as it is and as each variant, and ask nothing')
    .meta({ ...BEFORE, value: 'item' }),
  precision: z
    .number()
    .min(0.5)
    .max(50)
    .default(5)
    .describe('end an effect when its interval is at most this many points to either side')
    .meta({ ...PRECISION, value: 'points' }),
  confidence: confidence(0.9).describe('confidence of each interval').meta(PRECISION),
  target: z
    .enum(['expected', 'recorded'])
    .default('expected')
    .describe(
      'score that changes: expected (on items like these) or recorded (on this bank, exact when all items are asked)',
    )
    .meta({ ...PRECISION, value: 'score' }),
  items: wholeNumber(1).optional().describe('most items per effect (default: all)').meta(PRECISION),
  ...testedModels,
  modelArg,
  taskArg: taskArg(STRESS_ARGS),
  ...calling('the last run of the same bank, models and settings'),
  reuse: reusing,
  out: z
    .string()
    .optional()
    .describe(`write ${STRESS_FILES.join(' and ')} there`)
    .meta({ group: 'Results', value: 'folder', file: 'folder' }),
});

export type StressOptions = z.output<typeof stressOptions>;
