import { z } from 'zod';
import { asking } from '../asking/asking.ts';
import { FORM_ARGS } from '../asking/task-args.ts';
import { confidence, positiveNumber, seed, shortText, wholeNumber } from '../fields.ts';
import { recordedBank } from '../recorded-bank.ts';

/** The loss that may be, in points, and the one-sided confidence with which a larger one must be shown. */
export interface FailRule {
  readonly drop: number;
  readonly confidence: number;
}

const RULE = /^drop>(?<drop>[0-9]+(?:\.[0-9]+)?)@(?<confidence>0?\.[0-9]+)$/;

/** `drop>1.0@0.95`. */
export const failRule = z
  .string()
  .transform((text): FailRule => {
    const groups = RULE.exec(text.replace(/\s/g, ''))?.groups;
    return { drop: Number(groups?.drop), confidence: Number(groups?.confidence) };
  })
  .refine(({ drop, confidence: p }) => drop < 100 && p >= 0.5 && p < 1, {
    error:
      'drop>POINTS@CONFIDENCE with a confidence from 0.5 to below 1, in quotation marks, such as "drop>1.0@0.95"',
  });

const COMPARISON = { group: 'The comparison' };
const DECISION = { group: 'The decision' };

export const compareOptions = z.strictObject({
  models: z
    .array(z.string().min(1))
    .describe('two or more models; the first is what the others are compared with')
    .meta({ isArgument: true }),
  ...recordedBank,
  items: wholeNumber(1)
    .optional()
    .describe(
      'items per model at most (default: all items if all models are recorded, else 243, or half of a smaller bank)',
    )
    .meta(COMPARISON),
  stopEarly: z
    .boolean()
    .default(false)
    .describe('stop as soon as everything is decided: at 25, 50 or 75% of the items')
    .meta(COMPARISON),
  kinship: z
    .number()
    .min(0)
    .max(0.95)
    .default(0.3)
    .describe(
      'expected correlation of the answers of the models beyond their abilities, 0 to 0.95; it only guides the choice of items',
    )
    .meta({ ...COMPARISON, value: 'r' }),
  leaveOut: z
    .array(shortText.min(1))
    .default([])
    .describe(
      'recorded models whose families the calibration must not see, such as relatives of new models',
    )
    .meta(COMPARISON),
  seed: seed.meta(COMPARISON),
  plan: z
    .boolean()
    .default(false)
    .describe('ask nothing: print the losses that numbers of items can show, beside random items')
    .meta(COMPARISON),
  target: z
    .enum(['expected', 'recorded'])
    .default('expected')
    .describe('score to compare: expected (on items like these) or recorded (on this bank)')
    .meta({ ...DECISION, value: 'score' }),
  confidence: confidence(0.95)
    .describe('confidence of all intervals together')
    .meta({ ...DECISION, value: 'p' }),
  failIf: failRule
    .optional()
    .describe(
      'exit code 7 if a loss beyond this many points is shown with this one-sided confidence, such as "drop>1.0@0.95"',
    )
    .meta({ ...DECISION, value: 'rule' }),
  equivalentWithin: positiveNumber
    .optional()
    .describe(
      'exit code 8 unless the difference is shown to be smaller (two one-sided tests); 7 if it is shown to be larger',
    )
    .meta({ ...DECISION, value: 'points' }),
  ...asking(FORM_ARGS),
});

export type CompareOptions = z.output<typeof compareOptions>;
