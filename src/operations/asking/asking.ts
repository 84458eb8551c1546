import { z } from 'zod';
import { shortText, wholeNumber } from '../fields.ts';
import { dollarsOf } from './budgets.ts';
import { MODEL_ARGS } from './model-args.ts';
import { REUSE_HELP } from './reuse-text.ts';

/** What `unlisted` does, for help. */
export const UNLISTED_HELP = 'also ask models that are not in the list of their endpoint';

/** Items in flight per model, unless an option says otherwise. */
export const USUAL_CONCURRENCY = 16;

/** The heading of options about models behind endpoints. */
export const ASKING_GROUP = 'Models behind endpoints';
const MODELS = { group: ASKING_GROUP };

/** The models behind endpoints that an operation tests. */
export const testedModels = {
  model: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'a model behind an OpenAI-compatible address, such as my-model@http://localhost:8000/v1 or name=served-id@https://host/v1; repeat for several',
    )
    .meta({ ...MODELS, value: 'name@url' }),
  modelsFile: z
    .string()
    .optional()
    .describe(
      'a JSON list of models, each with its own sampling, price and limits (docs/endpoints.md)',
    )
    .meta({ ...MODELS, value: 'file', file: 'in' }),
};

/** The settings of all models. */
export const modelArg = MODEL_ARGS.optional()
  .describe(
    'a setting of all models, such as -M temperature=0.6; repeat for several (listed below)',
  )
  .meta({ ...MODELS, short: 'M' });

/** The settings of all questions. @param settings those that an operation has */
export function taskArg<T extends z.ZodObject>(settings: T) {
  return settings
    .optional()
    .describe(
      'how items are asked and answers read, such as -T shots=5; repeat for several (listed below)',
    )
    .meta({ ...MODELS, short: 'T' });
}

/** What operations take that ask models behind endpoints. @param taskArgs the settings of questions that they have */
export function asking<T extends z.ZodObject>(taskArgs: T) {
  return {
    modelArg,
    taskArg: taskArg(taskArgs),
    budget: shortText
      .transform((text) => dollarsOf(text) ?? Number.NaN)
      .refine((dollars) => dollars > 0, { error: 'dollars, such as 5usd or $5' })
      .optional()
      .describe('stop before more is spent, such as 5usd; needs -M price=IN:OUT')
      .meta({ ...MODELS, value: 'dollars' }),
    concurrency: wholeNumber(1)
      .optional()
      .describe(`most items in flight per model (default: ${USUAL_CONCURRENCY})`)
      .meta(MODELS),
    resume: z
      .boolean()
      .optional()
      .describe('continue the last run of the same bank, models and options')
      .meta(MODELS),
    reuse: z.boolean().optional().describe(REUSE_HELP).meta(MODELS),
    unlisted: z.boolean().optional().describe(UNLISTED_HELP).meta(MODELS),
  };
}

const RUN = { group: 'The run' };

/** What operations take whose calls are known beforehand. @param resumed what is continued */
export function calling(resumed: string) {
  return {
    budget: z
      .array(z.string())
      .default([])
      .describe(
        'limits: dollars (20usd) and tokens (5Mtok) for the whole run, time (1h30m) for this command; for several separate them by commas, or repeat the option',
      )
      .meta({ ...RUN, value: 'limits' }),
    concurrency: wholeNumber(1)
      .default(USUAL_CONCURRENCY)
      .describe('most calls in flight per model')
      .meta(RUN),
    resume: z.boolean().default(false).describe(`continue ${resumed}`).meta(RUN),
    unlisted: z.boolean().default(false).describe(UNLISTED_HELP).meta(RUN),
  };
}

/** `reuse` of these. */
export const reusing = z.boolean().default(false).describe(REUSE_HELP).meta(RUN);
