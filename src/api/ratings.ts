import { z } from 'zod';
import { newName, time, written } from './common.ts';

/** The longest comment of a rater, in characters. */
const LONGEST_COMMENT = 4000;

export const ratingPath = z.object({ panel: z.string().min(1).max(64) });
export const ratingPlacePath = ratingPath.extend({
  place: z.coerce.number().int().min(0).max(100_000),
});
export const languageQuery = z.object({
  language: z
    .enum(['en', 'zh'])
    .default('en')
    .meta({ description: 'of the rubric, if it has several' }),
});

const aspect = z.object({
  name: z.string(),
  label: z.string().meta({ description: 'its name in the language of the rubric' }),
  description: z.string(),
  low: z.int(),
  high: z.int(),
  points: z.record(z.string(), z.string()).meta({ description: 'what a grade means, by grade' }),
});
const rubric = z.object({
  language: z.string(),
  instruction: z.string(),
  aspects: z.array(aspect),
});

/** What an expert rates: nothing of models, runs, other raters or judges. */
export const ratingWork = z.object({
  title: z.string(),
  rater: z.string().meta({ description: 'the name of the key' }),
  closed: z.boolean().meta({ description: 'closed panels can be read, and not changed' }),
  rated: z
    .array(z.boolean())
    .meta({ description: 'for each answer of this rater, in order: whether it is rated' }),
  rubric,
});
export type RatingWork = z.infer<typeof ratingWork>;

const grades = z.record(z.string().max(64), z.number());

/** An answer as an expert sees it. */
export const ratedAnswer = z.object({
  place: z.int().meta({ description: 'among the answers of this rater, from 0' }),
  description: z.string().nullable(),
  history: z.array(z.object({ question: z.string(), references: z.array(z.string()) })),
  question: z.string(),
  references: z.array(z.string()),
  answer: z.string(),
  rating: z
    .object({ grades, comment: z.string().nullable(), revision: z.int(), at: time })
    .nullable()
    .meta({ description: 'the last rating of this rater' }),
});
export type RatedAnswer = z.infer<typeof ratedAnswer>;

export const newRating = z.object({
  grades: grades.meta({ description: 'one whole number for each aspect of the rubric' }),
  comment: written(LONGEST_COMMENT)
    .nullable()
    .default(null)
    .meta({ description: 'for whoever reads the report' }),
});
export const keptRating = z.object({
  place: z.int(),
  revision: z.int().meta({ description: 'grows with each change; the last one counts' }),
  rated: z.int().meta({ description: 'rated answers of this rater' }),
  next: z.int().nullable().meta({
    description: 'the next answer that is not rated, after this one or before; null if all are',
  }),
});

const summary = z.object({
  id: z.string(),
  title: z.string(),
  bank: z.string().nullable(),
  run: z.int().nullable().meta({ description: 'null if the answers came from a file' }),
  createdAt: time,
  closedAt: time.nullable(),
  answers: z.int(),
  raters: z.int(),
  assigned: z.int().meta({ description: 'ratings that are asked for' }),
  rated: z.int().meta({ description: 'ratings that are there' }),
});
export type RatingSummary = z.infer<typeof summary>;
export const ratingList = z.object({ items: z.array(summary) });

export const ratingDetail = summary.extend({
  seed: z.int(),
  perAnswer: z.int(),
  common: z.int(),
  models: z.int(),
  items: z.int(),
  judges: z.array(z.string()),
  leftOut: z.object({ empty: z.int(), changed: z.int(), pictures: z.int() }),
  named: z
    .array(z.object({ model: z.string(), answers: z.int(), naming: z.int() }))
    .meta({ description: 'models whose name stands in their answers, which raters can read' }),
  rubric: z.object({ name: z.string(), version: z.int(), aspects: z.array(z.string()) }),
  progress: z.array(
    z.object({
      name: z.string(),
      assigned: z.int(),
      rated: z.int(),
      lastAt: time.nullable(),
    }),
  ),
  overlap: z.object({
    pairs: z.array(z.object({ first: z.string(), second: z.string(), answers: z.int() })),
    perAnswer: z.array(z.object({ raters: z.int(), answers: z.int() })),
    connected: z
      .boolean()
      .meta({ description: 'whether common answers link all raters, directly or through others' }),
  }),
});
export type RatingDetail = z.infer<typeof ratingDetail>;

export const newRatingPanel = z.object({
  title: newName
    .optional()
    .meta({ description: 'what experts read; by default one with the bank' }),
  run: z.int().min(1).meta({ description: 'a run of evaluate, rank --model or stress' }),
  raters: z.array(newName).min(1).max(100),
  perAnswer: z.int().min(1).max(100).nullable().default(null).meta({
    description: 'raters of each answer; null: two, or one if there is only one rater',
  }),
  answers: z.int().min(1).max(5000).nullable().default(null).meta({ description: 'null: all' }),
  common: z.int().min(0).max(5000).default(0).meta({ description: 'answers that all rate' }),
  rubric: z
    .string()
    .max(64)
    .nullable()
    .default(null)
    .meta({ description: 'a built-in one; null for the rubric that the items name' }),
  seed: z.int().min(0).max(2_147_483_647).default(1),
});
export const newRater = z.object({
  name: newName,
  answers: z
    .int()
    .min(1)
    .max(5000)
    .nullable()
    .default(null)
    .meta({ description: 'null: as many as the others' }),
});

export const ratingSources = z.object({
  items: z.array(
    z.object({
      run: z.int(),
      bank: z.string(),
      models: z.array(z.string()),
      answers: z.int(),
      startedAt: time,
    }),
  ),
  rubrics: z.array(z.string()).meta({ description: 'the built-in ones' }),
});
export type RatingSources = z.infer<typeof ratingSources>;

const measured = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
/** What raters said beside their grades. Not for viewers: comments can quote questions. */
export const ratingComments = z.object({
  items: z.array(
    z.object({
      rater: z.string(),
      model: z.string(),
      item: z.string().meta({ description: 'item, question and condition' }),
      grades,
      comment: z.string(),
      at: time,
    }),
  ),
});
export type RatingComments = z.infer<typeof ratingComments>;

const severityReply = z.object({
  missing: z
    .enum(['one rater', 'no grades', 'one grade', 'no common answers'])
    .nullable()
    .meta({ description: 'why there are no severities; null if there are' }),
  raters: z.array(
    z.object({
      name: z.string(),
      isPerson: z.boolean(),
      ratings: z.int(),
      severity: z.number().nullable().meta({
        description:
          'in logits, above 0 for raters who are stricter than the mean rater; null if the rater gave one grade only',
      }),
      low: z.number().nullable(),
      high: z.number().nullable(),
      effect: z.number().nullable().meta({
        description: 'in grades: how much higher the rater scores the same answers',
      }),
      effectLow: z.number().nullable(),
      effectHigh: z.number().nullable(),
      infit: z.number().nullable(),
      outfit: z.number().nullable(),
      aspects: z
        .array(z.object({ aspect: z.string(), bias: z.number() }))
        .meta({ description: 'where the rater is stricter (above 0) or milder than elsewhere' }),
      warnings: z.array(
        z.enum([
          'one grade only',
          'scores scatter',
          'scores too regular',
          'follows quality little',
          'halo',
        ]),
      ),
      connection: z.int().nullable().meta({
        description: 'raters of one number share answers, directly or through others',
      }),
    }),
  ),
  models: z.array(
    z.object({
      model: z.string(),
      answers: z.int(),
      plain: z.number().meta({ description: 'mean grade as raters gave it' }),
      plainRank: z.int(),
      fair: z.number().meta({ description: 'as raters of mean severity would give it' }),
      low: z.number().nullable(),
      high: z.number().nullable(),
      fairRank: z.int(),
    }),
  ),
  equal: z.number().nullable().meta({
    description: 'probability of differences like these if all raters were equally severe',
  }),
  reliability: z.number().nullable(),
  deviations: z.enum(['none', 'aspect', 'rater']),
  deviationSd: z.number(),
  connections: z.int().meta({ description: 'groups of raters that share no answers' }),
  converged: z.boolean(),
});
const means = z.record(z.string(), z.number().nullable());
const value = z.number().nullable();

/** How far raters agree with each other and with judging models. Intervals: 90%, over items. */
export const ratingReportReply = z.object({
  version: z.literal(1),
  answers: z.int(),
  rated: z.int(),
  ratings: z.int(),
  raters: z.array(z.object({ name: z.string(), assigned: z.int(), rated: z.int(), means })),
  models: z.array(z.object({ model: z.string(), answers: z.int(), means })),
  agreement: z.array(
    z.object({
      aspect: z.string(),
      answers: z.int(),
      pairs: z.int(),
      exact: measured,
      kappa: measured,
      quadratic: measured,
      spearman: measured,
      alpha: measured,
    }),
  ),
  pairs: z.array(
    z.object({
      aspect: z.string(),
      first: z.string(),
      second: z.string(),
      answers: z.int(),
      exact: value,
      kappa: value,
      quadratic: value,
      spearman: value,
    }),
  ),
  judges: z.array(
    z.object({
      aspect: z.string(),
      judge: z.string(),
      answers: z.int(),
      pearson: measured,
      spearman: measured,
      quadratic: measured,
    }),
  ),
  severity: severityReply.meta({
    description: 'severities of the raters, and the scores of the models without them',
  }),
});
export type RatingReportReply = z.infer<typeof ratingReportReply>;
