import { RUNGS } from 'thetarank';
import { synthesisSchema } from 'thetarank/study';
import { z } from 'zod';

/** The limits of a trial, so that no pool has more participants than a synthesis may. */
const MOST = { pools: 50, models: 20, samples: 30, heldOut: 100, length: 10_000, draws: 100 };

const { defaults, models: described, prompt, mode, seed } = synthesisSchema.shape;
const [reference, endpoint] = described.element.options;

const model = endpoint
  .extend({
    family: z.string().trim().min(1).max(100).optional().meta({
      description:
        'Models that descend from one another; by default the letters that the name of its model at the endpoint begins with.',
    }),
  })
  .meta({ description: 'A model behind an endpoint, as in docs/endpoints.md, and its family.' });

const models = z.array(z.union([reference, model]));

const pool = z.strictObject({
  name: endpoint.shape.name,
  models: models
    .min(2, 'at least 2 models, so that they can debate')
    .max(MOST.models, `at most ${MOST.models} models`),
});

/** The shape of a trial in a YAML file. trial-configuration.ts checks the rest. */
export const trialSchema = z.strictObject({
  defaults,
  pools: z
    .array(pool)
    .min(1, 'at least 1 pool; with 3 or more there is an interval')
    .max(MOST.pools, `at most ${MOST.pools} pools`)
    .meta({ description: 'Each synthesizes participants of its own; the sampling unit.' }),
  heldOut: models
    .min(3, 'at least 3 models; 11 or more are better')
    .max(MOST.heldOut, `at most ${MOST.heldOut} models`)
    .meta({ description: 'Models that answer alone, and that all calibrations are to predict.' }),
  samples: z.int().min(2).max(MOST.samples).optional().meta({
    description:
      'Answers of each model alone; by default as many as cost what the debates do: 9 in a pool of 5.',
  }),
  prompt,
  mode,
  rung: z
    .enum(RUNGS)
    .default('3pl-shrunken')
    .meta({ description: 'How much all calibrations learn of each item.' }),
  form: z
    .strictObject({
      length: z.int().min(1).max(MOST.length).default(40),
      draws: z.int().min(1).max(MOST.draws).default(4),
    })
    .default({ length: 40, draws: 4 })
    .meta({ description: 'The short tests: their items, and how many are drawn.' }),
  seed,
});

/** The shape of a trial as JSON Schema (2020-12), the text of docs/schema/trial.schema.json. */
export function trialJsonSchema(): string {
  const schema = z.toJSONSchema(trialSchema, { target: 'draft-2020-12', io: 'input' });
  return `${JSON.stringify({ title: 'thetarank trial', ...schema }, null, 2)}\n`;
}
