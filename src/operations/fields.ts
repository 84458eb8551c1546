import { z } from 'zod';
import { BANK_NAME } from '../../item-bank/bank-name.ts';
import { isBuiltinBank } from '../../item-bank/builtin/names.ts';
import { TAXONOMIES } from '../../item-bank/taxonomies/load-taxonomy.ts';
import type { NormalPrior } from '../irt/estimate/estimate.ts';
import { ONE_LINE } from '../plain-text.ts';
import { CURRENT } from '../tested-bank/named-calibration.ts';

/** Fields that several operations have. */

/** @param min the least that is accepted */
export function wholeNumber(min: number): z.ZodInt {
  return z.int().min(min);
}

/** Whole numbers of at least `min`, ascending and without repeats. */
export function wholeNumbers(min: number) {
  return z
    .array(wholeNumber(min))
    .min(1)
    .transform((all) => [...new Set(all)].sort((x, y) => x - y));
}

export const positiveNumber = z.number().gt(0);

/** The confidence of intervals. */
export function confidence(usual: number) {
  return z.number().min(0.5).lt(1).default(usual).meta({ value: 'p' });
}

export const seed = z.int().min(0).default(1).describe('number that fixes all random choices');

/** The name of a bank, in the form in which it is kept. */
export const bankName = z
  .string()
  .transform((text) => text.normalize('NFC'))
  .refine((name) => BANK_NAME.test(name), {
    error: 'at most 100 letters, digits and . _ -, beginning with a letter or digit',
  })
  .meta({ value: 'name' });

/** The name of a bank of one's own: built-in banks do not change. */
export const ownBank = bankName.refine((name) => !isBuiltinBank(name), {
  error: 'the name of a bank of your own, as built-in banks do not change',
});

/** A text that is shown on one line. */
export function line(longest: number) {
  return z
    .string()
    .refine((text) => text.trim() !== '' && text.length <= longest && ONE_LINE.test(text), {
      error: `a text on one line of at most ${longest} characters`,
    });
}

/** `normal:MEAN:SD`. */
export const normalPrior = z
  .string()
  .transform((text) => {
    const [, mean, sd] = /^normal:([^:]+):([^:]+)$/.exec(text)?.map(Number) ?? [0, Number.NaN, 0];
    return { mean, sd };
  })
  .refine(({ mean, sd }) => Number.isFinite(mean) && Number.isFinite(sd) && sd > 0, {
    error: 'normal:MEAN:SD with SD above 0, such as normal:0:1',
  })
  .meta({ value: 'normal:mean:sd' });

/** `LOW:HIGH`. */
export const bounds = z
  .string()
  .transform((text) => {
    const [low = Number.NaN, high = Number.NaN, ...more] = text
      .split(':')
      .map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
    return more.length > 0 ? ([Number.NaN, high] as const) : ([low, high] as const);
  })
  .refine(([low, high]) => low < high && Number.isFinite(high - low), {
    error: 'LOW:HIGH with LOW below HIGH, such as -6:6',
  })
  .meta({ value: 'low:high' });

/** A text of a request, which is no file. */
export const shortText = z.string().max(200);

export const bankArgument = shortText.describe('a bank').meta({ isArgument: true });

/** Reads `normal:MEAN:SD`; null of other texts. */
export function normalOf(text: string): NormalPrior | null {
  const [, ...parts] = /^normal:([^:]+):([^:]+)$/.exec(text) ?? [];
  const [mean, sd] = parts.map(Number);
  return Number.isFinite(mean) && Number.isFinite(sd) && sd > 0 ? { mean, sd } : null;
}

/** A file that is written, whose name ends so: `svg`. */
export function fileOf(ending: string) {
  return z
    .string()
    .refine((path) => path.toLowerCase().endsWith(`.${ending}`), {
      error: `the name of a file that ends in .${ending}`,
    })
    .meta({ value: `file.${ending}`, file: 'out' });
}

/** The taxonomy that tags are checked against. @param group their heading in the help */
export function checkedTags(group: { readonly group: string }) {
  return {
    taxonomy: z
      .string()
      .optional()
      .describe(
        `check tags against ${TAXONOMIES.join(', ')}, a file or none (default: that of the bank, else of the format)`,
      )
      .meta({ ...group, value: 'name', file: 'in' }),
    levels: z
      .string()
      .transform((text, { addIssue }) => {
        const pairs = text.split(',').map((pair) => {
          const at = pair.indexOf('=');
          return [pair.slice(0, Math.max(0, at)).trim(), pair.slice(at + 1).trim()] as const;
        });
        if (pairs.some((pair) => pair.includes('')))
          addIssue({ code: 'custom', message: 'TAG=LEVEL,…' });
        return Object.fromEntries(pairs);
      })
      .optional()
      .describe(
        'tags that hold levels of the taxonomy under other names, such as dept=clinical_department',
      )
      .meta({ ...group, value: 'tags' }),
  };
}

/** Where a computation is done: `Context.workers` reads them. */
export const computing = {
  workers: wholeNumber(1)
    .optional()
    .describe('threads; results do not depend on it (default: one per processor)')
    .meta({ isLocal: true }),
  on: z
    .enum(['threads', 'workers'])
    .default('threads')
    .describe(
      'threads of this machine, or the workers of a PostgreSQL database (thetarank worker); results do not depend on it',
    )
    .meta({ value: 'where', isLocal: true }),
};

const RESULTS = { group: 'Results' };

/** The folder of a study. @param files what is written at the end */
export function studyFolder(files: string) {
  return {
    out: z
      .string()
      .optional()
      .describe(`keep what is finished there, then ${files}`)
      .meta({ ...RESULTS, value: 'folder', file: 'folder' }),
    resume: z
      .boolean()
      .default(false)
      .describe('continue the study in --out')
      .meta({ ...RESULTS, isLocal: true }),
  };
}

/** The number of a kept run. */
export const runArgument = wholeNumber(1).describe('its number').meta({ isArgument: true });

/** A kept calibration: its number, or the word for the one in force. */
export const calibrationNumber = z.union([wholeNumber(1), z.literal(CURRENT)]).meta({ value: 'n' });
