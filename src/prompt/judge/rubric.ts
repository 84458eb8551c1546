import { z } from 'zod';
import { PROMPT_LANGUAGES } from '../wording/language.ts';

/** Characters of one text of a rubric; aspects and steps of a rubric. */
const LONGEST = 4000;
const MOST_ASPECTS = 20;
const MOST_STEPS = 100;

const text = z.string().trim().min(1).max(LONGEST);
const point = z.int().min(-1000).max(1000);

const aspectSchema = z
  .strictObject({
    /** As judges write it. */
    name: z.string().trim().min(1).max(64),
    /** Other names that are read as this aspect. */
    also: z.array(z.string().trim().min(1).max(64)).max(20).default([]),
    description: text,
    low: point.default(1),
    high: point.default(5),
    /** What a grade means, by grade. */
    points: z.record(z.string().regex(/^-?\d{1,4}$/, 'a whole number'), text).default({}),
    weight: z.number().positive().max(1000).default(1),
  })
  .refine(({ low, high }) => low < high, 'low must be below high')
  .refine(({ low, high }) => high - low <= MOST_STEPS, `high − low is at most ${MOST_STEPS}`)
  .refine(
    ({ low, high, points }) => Object.keys(points).every((at) => +at >= low && +at <= high),
    'points are between low and high',
  );

/** How judges grade answers: aspects with a whole grade each. Defaults are filled in, so that records always state them. */
export const rubricSchema = z
  .strictObject({
    name: z
      .string()
      .max(64)
      .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'a name of letters, digits and . _ -'),
    /** Raised with every change of the words or the scale. */
    version: z.int().min(1).max(1_000_000).default(1),
    /** In which judges are asked. */
    language: z.enum(PROMPT_LANGUAGES).default('en'),
    /** What the judge is and looks at, before the aspects. */
    instruction: text,
    aspects: z.array(aspectSchema).min(1).max(MOST_ASPECTS),
  })
  .refine(({ aspects }) => {
    const names = aspects.flatMap(({ name, also }) => [name, ...also]).map(plainName);
    return new Set(names).size === names.length && names.every((name) => name !== '');
  }, 'names of aspects, with those of `also`, differ in more than case, blanks and punctuation');

export type Rubric = z.infer<typeof rubricSchema>;
export type RubricAspect = Rubric['aspects'][number];

/** A name of an aspect without case, width, blanks and punctuation: spellings that are one name. */
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/**
 * The score of grades by a rubric, in [0, 1]: Σ w (x − low)/(high − low) / Σ w over its aspects.
 * @param grades one of each aspect, within its range
 */
export function rubricScore({ aspects }: Rubric, grades: Readonly<Record<string, number>>): number {
  let [sum, weights] = [0, 0];
  for (const { name, low, high, weight } of aspects) {
    sum += (weight * (grades[name] - low)) / (high - low);
    weights += weight;
  }
  return sum / weights;
}
