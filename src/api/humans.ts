import { z } from 'zod';
import { LONGEST_NAME, tagWords } from './common.ts';

const interval = z.object({ low: z.number(), high: z.number() }).nullable();
const byTarget = {
  expected: interval.meta({
    description:
      '90% interval on items like these: the differences of items and the chance of the people; null with fewer than two clusters of items',
  }),
  recorded: interval.meta({
    description:
      '90% interval on these items: the chance of the people alone; null if the respondents are not known',
  }),
};

const people = z.object({
  items: z.int().meta({ description: 'items that count' }),
  unweighted: z.int().meta({
    description: 'items with an accuracy that do not count, as their respondents are not known',
  }),
  respondents: z.int().nullable().meta({ description: 'answers of people; null if not known' }),
  accuracy: z
    .number()
    .nullable()
    .meta({ description: 'weighted mean accuracy, in points; null without items that count' }),
  ...byTarget,
});

const gap = z
  .object({
    items: z.int(),
    score: z.number().meta({ description: 'of the model, with the same weights, in points' }),
    accuracy: z.number().meta({ description: 'of people on the items that the model answered' }),
    difference: z.number().meta({ description: 'the model minus people, paired by item' }),
    expected: interval.meta({
      description: '90% interval on items like these; null with fewer than five clusters of items',
    }),
    recorded: interval.meta({
      description:
        '90% interval on these items and answers of the model: the score minus the ends of people; null if the respondents are not known',
    }),
  })
  .nullable();

const row = people.extend({
  models: z.array(gap).meta({ description: 'in the order of `models`; null without answers' }),
});

const itemCorrelation = z
  .object({
    rho: z.number(),
    low: z.number().nullable(),
    high: z.number().nullable(),
    items: z.int(),
  })
  .nullable();

const weights = z.enum(['respondents', 'items']);

/** What people score on a bank, and models beside them. */
const humanBaseline = z.object({
  of: z.int().meta({ description: 'items of the bank that count for scores' }),
  weights,
  perItem: z
    .object({ least: z.number(), median: z.number(), most: z.number() })
    .nullable()
    .meta({ description: 'respondents of an item' }),
  clusters: z
    .object({
      count: z.int(),
      items: z.int().meta({ description: 'items in clusters of two and more' }),
      largest: z.int().meta({ description: 'items of the largest cluster' }),
      tag: z.string().nullable().meta({ description: 'null: what the bank knows' }),
    })
    .nullable()
    .meta({
      description:
        'items that hang together, such as questions of one case: each cluster counts as one draw in intervals on items like these; null without any',
    }),
  models: z.array(z.string()),
  overall: row,
  plainMean: z.number().meta({ description: 'mean accuracy with all items alike' }),
  strata: z.array(
    z.object({
      tags: z.array(z.string()),
      without: z.int().meta({ description: 'items without a value of these tags' }),
      rows: z.array(row.extend({ values: z.array(z.string()) })),
    }),
  ),
  levels: z
    .array(
      z.object({
        level: z.string(),
        from: z.number(),
        items: z.int(),
        scores: z.array(z.number().nullable()),
      }),
    )
    .meta({ description: 'items by the level of difficulty that their accuracy implies' }),
  alikeHard: z
    .object({ sharesRight: itemCorrelation, difficulties: itemCorrelation })
    .meta({ description: "Spearman's ρ over items, above 0 if the same items are hard" }),
});
export type ShownBaseline = z.infer<typeof humanBaseline>;

export const bankHumans = z.object({
  bank: z.string(),
  baseline: humanBaseline.nullable().meta({
    description: 'null if no item that counts has the accuracy of people',
  }),
  recordedModels: z.array(z.string()).meta({ description: 'models that can be set beside people' }),
  tagWords,
});
export type BankHumansReply = z.infer<typeof bankHumans>;

export const humansQuery = z.object({
  model: z
    .string()
    .min(1)
    .max(LONGEST_NAME)
    .optional()
    .meta({ description: 'a recorded model to set beside people' }),
  strata: z.string().min(1).max(1000).optional().meta({
    description:
      'tags to divide the items by, separated by commas; several together are joined by +. By default each tag with at most 200 values',
  }),
  clusterBy: z.string().min(1).max(LONGEST_NAME).optional().meta({
    description:
      'a tag whose values say which items hang together; none: each by itself. By default what the bank knows: docs/humans.md',
  }),
  weights: weights.optional().meta({
    description: 'how items count: by default by respondents, if these are known',
  }),
});

/** The accuracy of people on the items of a leaderboard: a reference beside the models, without a rank. */
export const boardHumans = z
  .object({
    accuracy: z.number(),
    low: z.number().nullable().meta({ description: '90% interval of the target' }),
    high: z.number().nullable(),
    items: z.int(),
    of: z.int().meta({ description: 'items of the leaderboard' }),
    respondents: z.int().nullable(),
    perItem: z.number().nullable().meta({ description: 'mean number of respondents of an item' }),
    plainMean: z.number(),
    tags: z
      .record(
        z.string(),
        z.record(
          z.string(),
          z.object({
            accuracy: z.number(),
            low: z.number().nullable(),
            high: z.number().nullable(),
            items: z.int(),
          }),
        ),
      )
      .meta({ description: 'by tag and value' }),
  })
  .nullable()
  .meta({
    description:
      'accuracy of people on these items, weighted by respondents, in points; no examinee, so it has no rank. null if items have no human figures, or the bank has changed since',
  });
