import { z } from 'zod';
import { LONGEST_NAME, NAME, NAME_IN_WORDS } from '../plain-text.ts';

export { LONGEST_NAME };

/** A name that people and files use: a bank, an examinee, a model. No control characters. */
export const name = z
  .string()
  .min(1)
  .max(LONGEST_NAME)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name may not have
  .regex(/^[^\u0000-\u001f\u007f]+$/u, 'a name without control characters');

/** The same for somebody or something new. */
export const newName = z.string().min(1).max(LONGEST_NAME).regex(NAME, NAME_IN_WORDS);

/** What people write, as databases can keep it: PostgreSQL keeps no U+0000, and halves of characters are no text. */
export const written = (longest: number) =>
  z
    .string()
    .max(longest)
    .overwrite((text) => text.toWellFormed().replaceAll('\0', ''));

/** A time, ISO 8601, UTC. */
export const time = z.string().meta({ format: 'date-time' });

/** A kept calibration by its number, or the one in force. */
export const calibrationOrCurrent = z.union([z.int().min(1), z.literal('current')]);

/** What lists take: how many, and where the page before ended. */
export const page = {
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  cursor: z
    .string()
    .max(400)
    .optional()
    .meta({ description: '`next` from the previous page; leave it out for the first page' }),
} as const;

/** One page of a list. */
export function pageOf<T extends z.ZodType>(entry: T) {
  return z.object({
    items: z.array(entry),
    next: z.string().nullable().meta({ description: 'cursor of the next page; null at the end' }),
    total: z.int().min(0),
  });
}

/** The form of an error reply: RFC 9457, with the code of the registry in `src/errors.ts`. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string().meta({ description: 'stable; programs should decide by this code' }),
  detail: z.string(),
  request: z.string().optional().meta({
    description: 'for errors with status 500: number of the request in the log of the service',
  }),
  errors: z
    .array(z.object({ field: z.string(), found: z.string(), accepted: z.string() }))
    .optional()
    .meta({ description: 'for REQUEST_INVALID: everything that is wrong with the request' }),
  results: z
    .array(z.unknown())
    .optional()
    .meta({ description: 'for ANSWERS_REFUSED: what happened to each answer' }),
});
export type Problem = z.infer<typeof problem>;

/** Tags of a taxonomy in words, in its order. */
export const tagWords = z
  .record(
    z.string(),
    z.object({
      name: z.string(),
      values: z.array(z.object({ value: z.string(), name: z.string() })),
    }),
  )
  .nullable()
  .meta({
    description:
      'names of tags and of their values by the taxonomy of the bank, values in its order; null if the bank has none',
  });

const tagScore = z.object({
  score: z.number(),
  low: z.number(),
  high: z.number(),
  items: z.number(),
  verified: z.boolean(),
});
const byTag = <T extends z.ZodType>(score: T) => z.record(z.string(), z.record(z.string(), score));

/** Scores by tag and value, in percentage points. */
export const tagScores = byTag(tagScore);
/** The same with both intervals. */
export const tagScoresOfBoth = byTag(
  tagScore.extend({
    expected: z.object({ low: z.number(), high: z.number() }).meta({
      description:
        '90% interval of the expected score on items like these; low and high are for the score on these items.',
    }),
  }),
);
