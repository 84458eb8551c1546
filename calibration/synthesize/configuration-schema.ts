import { z } from 'zod';
import { endpointSchema } from '../../src/examinee/endpoint/configuration/configuration.ts';
import { NAME } from '../../src/plain-text.ts';
import { PROMPT_LANGUAGES, PROMPT_VARIANTS } from '../../src/prompt/prompt.ts';
import { EXTRACTION_MODES } from '../../src/scoring/extract/modes.ts';

/** The limits of a configuration. */
export const BOUNDS = {
  models: 100,
  name: 100,
  rounds: 5,
  repeats: 100,
  settings: 20,
  participants: 1000,
} as const;

const NAME_WORDS = 'a name on one line without > [ and ], which separate names in the record';
/** A name that can stand in the record. */
const nameSchema = z
  .string()
  .min(1)
  .max(BOUNDS.name)
  .regex(/^[^\s>[\]]([^>[\]]*[^\s>[\]])?$/, NAME_WORDS)
  .regex(NAME, NAME_WORDS)
  .meta({ description: `Name of the model in the record and in results: ${NAME_WORDS}.` });

const fields = endpointSchema.omit({ name: true }).shape;
type Fields = typeof fields;
type WithoutDefault<T> = T extends z.ZodDefault<infer U extends z.ZodType> ? U : T;

/** The fields of an endpoint. All are optional; defaults are set where the configuration is completed. */
const endpointFields = Object.fromEntries(
  Object.entries(fields).map(([field, type]) => [
    field,
    (type instanceof z.ZodDefault ? (type.unwrap() as z.ZodType) : type).optional(),
  ]),
) as unknown as { [F in keyof Fields]: z.ZodOptional<WithoutDefault<Fields[F]>> };

const endpoint = z.strictObject(endpointFields);

/** A model that is described in full. */
const modelSchema = z.strictObject({ name: nameSchema, ...endpointFields }).meta({
  description:
    'A model behind an endpoint, as in docs/endpoints.md. Its own fields override those of defaults. `model` is the name by default.',
});

/** A model that is referred to by name. */
const referenceSchema = z
  .string()
  .min(1)
  .max(1000)
  .meta({ description: 'NAME@URL, NAME=MODEL@URL, or a name from a file of models.' });

const setting = {
  temperatures: z
    .array(z.number().min(0).max(10).nullable())
    .min(1)
    .max(BOUNDS.settings)
    .default([null])
    .meta({
      description: "Temperatures for all calls of a participant; null is each model's own.",
    }),
  variants: z.array(z.enum(PROMPT_VARIANTS)).min(1).max(PROMPT_VARIANTS.length).optional().meta({
    description: 'Prompt variants of generation and reflection; by default that of `prompt`.',
  }),
  repeats: z
    .int()
    .min(1)
    .max(BOUNDS.repeats)
    .default(1)
    .meta({ description: 'Number of participants that differ only by chance.' }),
};

const pairs = z.strictObject({
  who: z.literal('pairs'),
  only: z
    .array(z.tuple([nameSchema, nameSchema]))
    .min(1)
    .max(BOUNDS.models ** 2)
    .optional()
    .meta({ description: '[generator, critic]; by default all ordered pairs of distinct models.' }),
  rounds: z
    .array(z.int().min(1).max(BOUNDS.rounds))
    .min(1)
    .max(BOUNDS.rounds)
    .default([1])
    .meta({ description: 'Debates with their reflections, one participant each.' }),
  ...setting,
});

const alone = z.strictObject({
  who: z.literal('alone'),
  only: z
    .array(nameSchema)
    .min(1)
    .max(BOUNDS.models)
    .optional()
    .meta({ description: 'Models of the group; by default all models.' }),
  ...setting,
});

const count = z.int().min(1).max(1_000_000_000);

/** The shape of a synthesis in a YAML file. configuration.ts checks the rest. */
export const synthesisSchema = z.strictObject({
  defaults: endpoint.optional().meta({
    description: 'Default fields for all models; `sampling` is merged field by field.',
  }),
  models: z
    .array(z.union([referenceSchema, modelSchema]))
    .min(1)
    .max(BOUNDS.models),
  participants: z
    .array(z.discriminatedUnion('who', [pairs, alone]))
    .min(1)
    .max(BOUNDS.settings)
    .default([
      { who: 'pairs', rounds: [1], temperatures: [null], repeats: 1 },
      { who: 'alone', temperatures: [null], repeats: 1 },
    ])
    .meta({
      description: 'Groups of participants; a participant that is in two of them counts once.',
    }),
  prompt: z
    .strictObject({
      language: z
        .enum(PROMPT_LANGUAGES)
        .optional()
        .meta({ description: "Language of the prompts; by default the item's." }),
      variant: z.enum(PROMPT_VARIANTS).default('cot'),
    })
    .default({ variant: 'cot' }),
  mode: z
    .enum(EXTRACTION_MODES)
    .default('default')
    .meta({ description: 'How answers are extracted from outputs.' }),
  design: z
    .union([
      z.literal(
        'complete',
        'complete, or an object with participantsPerItem or itemsPerParticipant',
      ),
      z.strictObject({ participantsPerItem: count }),
      z.strictObject({ itemsPerParticipant: count }),
    ])
    .default('complete')
    .meta({ description: 'Which participants answer which items.' }),
  seed: z.union([z.int().nonnegative(), z.string().min(1).max(100)]).default(1),
});

/**
 * The shape of a synthesis as JSON Schema (2020-12), the text of docs/schema/synthesis.schema.json: editors that know YAML
 * complete and check with it.
 */
export function synthesisJsonSchema(): string {
  const schema = z.toJSONSchema(synthesisSchema, { target: 'draft-2020-12', io: 'input' });
  return `${JSON.stringify({ title: 'thetarank synthesis', ...schema }, null, 2)}\n`;
}
