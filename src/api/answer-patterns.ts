import { z } from 'zod';

const count = z.int().meta({ description: 'answers that show it' });
const of = z.int();
const keys = z.object({
  keys: z.string().meta({ description: 'letters of neighbouring keys, such as "AB"' }),
  share: z.number().meta({ description: 'share right, in [0, 1]' }),
});

/** What the outputs of a test show of its prompt, its endpoint or the extraction. */
export const answerPattern = z.discriminatedUnion('pattern', [
  z
    .object({
      pattern: z.literal('same-letter'),
      count,
      of,
      letter: z.string(),
      keys: z.int().meta({ description: 'number of keys that are this letter' }),
    })
    .meta({ description: 'all or nearly all letters are the same, although the keys are not' }),
  z
    .object({
      pattern: z.literal('below-chance'),
      count: z.int().meta({ description: 'right answers' }),
      of,
      expected: z.number().meta({ description: 'right answers that guessing gives on average' }),
      p: z.number().meta({ description: 'probability of so few by guessing' }),
      after: z.int().meta({ description: 'letters that are the one after the key' }),
      before: z.int().meta({ description: 'letters that are the one before the key' }),
    })
    .meta({ description: 'clearly fewer answers are right than by guessing' }),
  z
    .object({
      pattern: z.literal('position'),
      count: z.int().meta({ description: 'right answers' }),
      of,
      p: z.number().meta({ description: 'probability of so much dependence by chance' }),
      v: z.number().meta({ description: 'Cramér’s V, in [0, 1]' }),
      best: keys,
      worst: keys,
    })
    .meta({ description: 'being right depends on where the key stands' }),
  z
    .object({
      pattern: z.literal('unreadable'),
      count,
      of,
      truncated: z.int().meta({ description: 'those that were cut off' }),
      empty: z.int().meta({ description: 'those without any text that were not cut off' }),
    })
    .meta({ description: 'many outputs have no answer that can be read' }),
  z
    .object({ pattern: z.literal('tied'), count, of })
    .meta({ description: 'in many answers several options are equally likely' }),
  z
    .object({ pattern: z.literal('declined'), count, of })
    .meta({ description: 'many outputs decline to answer' }),
  z
    .object({ pattern: z.literal('refused'), count, of })
    .meta({ description: 'the endpoint gave no answer to many questions' }),
]);
