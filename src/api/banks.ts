import { z } from 'zod';
import { name, page, pageOf, time } from './common.ts';

export const bankSummary = z.object({
  name: z.string(),
  title: z.string(),
  source: z.enum(['builtin', 'store', 'both']).meta({
    description: 'built in, kept in the database, or built in with text attached',
  }),
  version: z
    .int()
    .nullable()
    .meta({ description: 'version in the database; null for a bank that is only built in' }),
  items: z.int(),
  examinees: z.int().meta({ description: 'number of recorded models' }),
  hasText: z.boolean(),
  tags: z.array(z.object({ name: z.string(), values: z.int() })),
  calibrations: z.int(),
  sessions: z.int(),
  changedAt: time.nullable(),
});
export type BankSummary = z.infer<typeof bankSummary>;
export const bankList = z.object({ items: z.array(bankSummary) });

/** Why an item deserves a look. */
export const ITEM_FLAGS = [
  'negative-discrimination',
  'low-discrimination',
  'all-right',
  'all-wrong',
  'misfit',
  'duplicate',
  'retired',
  'pretest',
  'overexposed',
] as const;
const itemFlag = z.enum(ITEM_FLAGS);

/** Parameters of recorded answers are made when they are first asked for, which takes seconds to a minute. */
const calibrating = z.boolean().meta({
  description:
    'true while the calibration is still running: parameters are null until then, so ask again later',
});

/** The response models that calibrations have. */
const responseModel = z
  .string()
  .nullable()
  .meta({ description: 'rasch, 2pl, 3pl or 4pl; null if it was not kept' });

/** Which calibration parameters are of. */
const parametersFrom = z
  .object({
    calibration: z.int().nullable().meta({
      description: 'number of a kept calibration; null: calibrated on the recorded answers',
    }),
    model: responseModel,
    method: z.string(),
    examinees: z.int().meta({ description: 'number of models whose answers it was made from' }),
  })
  .nullable()
  .meta({ description: 'the calibration of the parameters; null if there are none' });
export type ParametersFrom = z.infer<typeof parametersFrom>;

/** The parameters that columns and sorting know: of the calibration that was asked for. */
const itemRow = z.object({
  item: z.string(),
  position: z.int(),
  type: z.string().nullable(),
  status: z.string().nullable(),
  tags: z.record(z.string(), z.string()),
  a: z.number().nullable(),
  b: z.number().nullable(),
  c: z.number().nullable(),
  d: z.number().nullable(),
  seA: z.number().nullable(),
  seB: z.number().nullable(),
  seC: z.number().nullable(),
  shareRight: z
    .number()
    .nullable()
    .meta({ description: 'share of the recorded models that answered it right, 0 to 1' }),
  answered: z.int().meta({ description: 'number of recorded models that answered it' }),
  exposure: z.number().nullable().meta({
    description:
      'share of the sessions of the bank on this service that asked it; null if there are no sessions',
  }),
  flags: z.array(itemFlag),
  text: z.string().optional().meta({
    description: 'beginning of the question; for administrators and runners',
  }),
});
export type ItemRow = z.infer<typeof itemRow>;
export const itemPage = pageOf(itemRow).extend({ calibrating, parametersFrom });

export const ITEM_SORTS = ['position', 'item', 'a', 'b', 'c', 'shareRight', 'exposure'] as const;
export const itemQuery = z.object({
  search: z.string().max(200).optional().meta({
    description:
      'text to find in ids and tags; for administrators and runners also in the question text',
  }),
  tag: z.string().max(700).optional().meta({ description: 'NAME=VALUE' }),
  flag: itemFlag.optional(),
  calibration: z
    .union([z.literal('current'), z.coerce.number().int().min(1)])
    .optional()
    .meta({
      description:
        'number of a kept calibration, or current for the one in force; by default a calibration on the recorded answers',
    }),
  sort: z.enum(ITEM_SORTS).default('position'),
  descending: z.stringbool().default(false),
  ...page,
});

/** Shares of right answers of recorded models in bins of ability, and the curve that was fitted. */
export const itemDetail = itemRow.extend({
  calibrating,
  parametersFrom,
  curve: z
    .object({
      ability: z.array(z.number()),
      probability: z.array(z.number()),
      information: z.array(z.number()),
      observed: z
        .array(
          z.object({
            ability: z.number(),
            share: z.number(),
            low: z.number(),
            high: z.number(),
            answers: z.int(),
          }),
        )
        .meta({
          description: 'bins of models of similar ability; low and high: 90% interval of the share',
        }),
    })
    .nullable(),
  fit: z.object({
    infit: z.number().nullable().meta({ description: 'mean square, weighted by information' }),
    outfit: z.number().nullable().meta({ description: 'mean square, unweighted' }),
    usual: z.number().nullable().meta({ description: 'mean infit of the items of the bank' }),
    note: z.string().nullable(),
  }),
  question: z.string().optional().meta({ description: 'for administrators and runners' }),
  options: z.record(z.string(), z.string()).optional(),
  answer: z.string().optional().meta({ description: 'the right answer; for administrators' }),
});
export type ItemDetail = z.infer<typeof itemDetail>;

/** Information of the whole bank over ability: where it can measure. */
export const bankInformation = z.object({
  calibrating,
  ability: z.array(z.number()),
  information: z.array(z.number()),
  examinees: z.array(z.object({ examinee: z.string(), ability: z.number(), score: z.number() })),
});
export type BankInformation = z.infer<typeof bankInformation>;

export const calibrationSummary = z.object({
  id: z.int(),
  bank: z.string(),
  bankVersion: z.int(),
  method: z.string(),
  model: responseModel,
  parent: z.int().nullable(),
  examinees: z.int(),
  items: z.int(),
  createdAt: time,
  warnings: z.array(z.string()),
});
export type CalibrationSummary = z.infer<typeof calibrationSummary>;

export const calibrationDetail = calibrationSummary.extend({
  names: z.array(z.string()).meta({ description: 'examinees whose answers it was made from' }),
  options: z.record(z.string(), z.unknown()),
  distributions: z.object({
    a: z.array(z.number()).meta({ description: 'quantiles 0, 1, 2 … 100%' }),
    b: z.array(z.number()),
    c: z.array(z.number()),
  }),
  fit: z.array(z.object({ name: z.string(), value: z.number().nullable(), meaning: z.string() })),
  /** Of synthesized calibrations: whose view won the debates. */
  participants: z
    .array(
      z.object({
        name: z.string(),
        models: z.array(z.string()),
        ability: z.number().nullable(),
        accuracy: z.number().nullable(),
      }),
    )
    .nullable(),
  persuasion: z
    .array(
      z.object({
        from: z.string(),
        to: z.string(),
        debates: z.int(),
        persuaded: z.int(),
        rightly: z.int(),
        wrongly: z.int(),
      }),
    )
    .nullable()
    .meta({
      description:
        'debates: number of answers of the model `to` that `from` criticised; persuaded: answers that changed; rightly: those that became right; wrongly: those that became wrong',
    }),
});
export type CalibrationDetail = z.infer<typeof calibrationDetail>;

export const calibrationParameters = z.object({
  calibration: z.int(),
  bank: z.string(),
  items: z.array(z.string()),
  a: z.array(z.number()),
  b: z.array(z.number()),
  c: z.array(z.number()),
  d: z.array(z.number()),
});

export const bankPath = z.object({ bank: name });
