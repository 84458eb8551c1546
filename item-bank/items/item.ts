import { z } from 'zod';
import { ONE_LINE } from '../../src/plain-text.ts';
import { imageSchema, MOST_IMAGES } from './images/image.ts';
import { checkMeaning } from './meaning.ts';
import { metricSchema } from './metric/metric.ts';

/** The most of everything an item may have. Lengths are UTF-16 code units. */
export const BOUNDS = {
  id: 128,
  text: 100_000,
  option: 20_000,
  answer: 20_000,
  answers: 100,
  questions: 100,
  options: 26,
  tags: 64,
  tagName: 100,
  tagValue: 1000,
  source: 500,
  licence: 200,
  language: 35,
} as const;

const ID_CHARACTERS = 'only letters, digits and . _ : # -, beginning with a letter or digit';
const SAFE_ID = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._:#-]*$/u;
/** The same for ASCII, and any other character: in JSON Schema not every validator knows Unicode classes. */
const SAFE_ASCII =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  /^[^\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00a0][^\u0000-\u0022\u0024-\u002c\u002f\u003b-\u0040\u005b-\u005e\u0060\u007b-\u00a0]*$/;

/**
 * A letter or digit, then letters, digits and `. _ : # -`: safe as the name of a file and in a table. `#`, which the
 * built-in bank cruxeval-o has in its ids, is to be escaped in an address (`encodeURIComponent`).
 */
const id = z
  .string()
  .min(1)
  .max(BOUNDS.id)
  .regex(SAFE_ASCII, { abort: true, error: ID_CHARACTERS })
  .refine((value) => SAFE_ID.test(value), { abort: true, error: ID_CHARACTERS })
  .refine((value) => value === value.normalize('NFC'), 'not in Unicode normal form C')
  .meta({ description: 'Unique in its bank.' });

/** Text to be read: not blank, and nothing that a database or UTF-8 cannot keep. */
function text(longest: number) {
  return z
    .string()
    .min(1)
    .max(longest)
    .refine((value) => value.trim() !== '', 'blank')
    .refine((value) => value.isWellFormed(), 'half a character (a lone surrogate)')
    .refine((value) => !value.includes('\0'), 'the character U+0000');
}

/** A name on one line. */
function label(longest: number) {
  return text(longest).regex(ONE_LINE, 'a line end or a control character');
}

const letter = z.string().regex(/^[A-Z]$/, 'a letter from A to Z');
const letters = z.array(letter).min(1).max(BOUNDS.options);
const options = z.record(letter, text(BOUNDS.option)).meta({
  minProperties: 2,
  maxProperties: BOUNDS.options,
  description: 'Text of each option by its letter, ascending.',
});
const metric = metricSchema
  .optional()
  .meta({ description: 'How answers are scored; exact-match by default (docs/metrics.md).' });
const answers = z.array(text(BOUNDS.answer)).min(1).max(BOUNDS.answers);

const common = {
  id,
  version: z.int().min(1).max(1_000_000),
  status: z.enum(['pretest', 'active', 'retired']),
  context: text(BOUNDS.text).optional().meta({ description: 'Text to read before the stem.' }),
  stem: text(BOUNDS.text),
  images: z
    .array(imageSchema)
    .min(1)
    .max(MOST_IMAGES)
    .optional()
    .meta({ description: 'Pictures that are shown with the stem, in this order.' }),
  explanation: text(BOUNDS.text).optional(),
  language: z
    .string()
    .max(BOUNDS.language)
    .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'a language tag such as zh or en-GB (BCP 47)'),
  tags: z
    .record(label(BOUNDS.tagName), label(BOUNDS.tagValue))
    .refine((tags) => Object.keys(tags).length <= BOUNDS.tags, `more than ${BOUNDS.tags} tags`)
    .meta({ maxProperties: BOUNDS.tags }),
  source: label(BOUNDS.source),
  licence: label(BOUNDS.licence),
  human: z
    .strictObject({
      accuracy: z.number().min(0).max(1),
      respondents: z.int().min(1).nullable().meta({ description: 'null if not known.' }),
    })
    .optional(),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits')
    .meta({ description: 'SHA-256 of the normalised content (docs/formats.md).' }),
};

const shapes = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('single'), ...common, options, key: letters.max(1) }),
  z.strictObject({ type: z.literal('multiple'), ...common, options, key: letters }),
  z.strictObject({ type: z.literal('sequencing'), ...common, options, key: letters }),
  z.strictObject({ type: z.literal('open'), ...common, key: answers, metric }),
  z.strictObject({
    type: z.literal('case'),
    ...common,
    key: z
      .array(z.strictObject({ question: text(BOUNDS.text), answers }))
      .min(1)
      .max(BOUNDS.questions),
    metric,
  }),
]);

/**
 * One question with all that is known of it, by type:
 *
 * - `single`, `multiple`: `key` has the letters of the right options, ascending
 * - `sequencing`: `key` has every letter once, in the right order
 * - `open`: `key` has reference answers, each of them right, and `metric` says how others are compared with them
 * - `case`: `key` is a chain of questions with their reference answers, asked in turn in one conversation
 *
 * What the shape cannot say is checked in meaning.ts. `docs/schema/item.schema.json` is the shape as JSON Schema.
 */
export const itemSchema = shapes.superRefine(checkMeaning);

export type Item = z.infer<typeof shapes>;
export type ItemType = Item['type'];
export type ChoiceItem = Extract<Item, { options: unknown }>;
