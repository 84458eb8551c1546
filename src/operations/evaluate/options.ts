import { z } from 'zod';
import { PROMPT_VARIANTS } from '../../prompt/prompt.ts';
import { calling, modelArg, reusing, taskArg, testedModels } from '../asking/asking.ts';
import { MODEL_ARGS } from '../asking/model-args.ts';
import { EVALUATION_ARGS } from '../asking/task-args.ts';
import { seed, shortText, wholeNumber, wholeNumbers } from '../fields.ts';
import { EVALUATION_FILES } from './files.ts';

const ITEMS = { group: 'Items' };
const MODELS = { group: 'Models and judges' };
const CONDITIONS = { group: 'Conditions (all combinations are asked)' };
const RESULTS = { group: 'Results' };

export const evaluateOptions = z.strictObject({
  bank: shortText.describe('a bank whose items have text').meta({ ...ITEMS, value: 'name' }),
  items: wholeNumber(1)
    .optional()
    .describe('ask this number of items, drawn at random (default: all)')
    .meta(ITEMS),
  stratify: shortText
    .optional()
    .describe('draw items in proportion to the values of this tag (default: the first tag)')
    .meta({ ...ITEMS, value: 'tag' }),
  pool: z
    .string()
    .optional()
    .describe('ask only the items named in this file, one per line')
    .meta({ ...ITEMS, value: 'file', file: 'in' }),
  seed: seed.meta(ITEMS),
  model: testedModels.model.meta(MODELS),
  modelsFile: testedModels.modelsFile.meta(MODELS),
  modelArg: modelArg.meta(MODELS),
  taskArg: taskArg(EVALUATION_ARGS).meta(MODELS),
  judge: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'a model that grades the answers to items whose metric is a rubric; repeat for several, or name a file with -T judges=FILE',
    )
    .meta({ ...MODELS, value: 'name@url' }),
  judgeArg: MODEL_ARGS.optional()
    .describe('a setting of the judges given by --judge, as -M for models')
    .meta(MODELS),
  pairwise: z
    .boolean()
    .default(false)
    .describe(
      'judges also say which of two answers is better, for every two models and in both orders (open questions and cases)',
    )
    .meta(MODELS),
  baseline: shortText
    .optional()
    .describe('the same, but only for this model with each other one')
    .meta({ ...MODELS, value: 'model' }),
  temperatures: z
    .array(z.number().min(0).max(10))
    .optional()
    .describe('sampling temperatures, such as 0,0.2,0.6,1,1.5')
    .meta(CONDITIONS),
  variants: z
    .array(z.enum(PROMPT_VARIANTS))
    .optional()
    .describe(`prompts: ${PROMPT_VARIANTS.join(', ')}`)
    .meta(CONDITIONS),
  shotCounts: wholeNumbers(0)
    .optional()
    .describe('numbers of worked examples, such as 0,5')
    .meta(CONDITIONS),
  repeats: wholeNumber(1)
    .default(1)
    .describe('draws of each answer, each with a seed of its own')
    .meta(CONDITIONS),
  ...calling(
    'the last run of the same bank, models and judges: ask what is missing, also of more items or conditions',
  ),
  reuse: reusing,
  byTag: z.boolean().default(false).describe('print the scores by tag too').meta(RESULTS),
  out: z
    .string()
    .optional()
    .describe(`write ${EVALUATION_FILES.join(', ')} there, and verdicts.jsonl with --pairwise`)
    .meta({ ...RESULTS, value: 'folder', file: 'folder' }),
  outputs: z
    .boolean()
    .default(false)
    .describe('with --out: include the texts of answers and judgements')
    .meta(RESULTS),
});

export type EvaluateOptions = z.output<typeof evaluateOptions>;
