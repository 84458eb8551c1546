import { z } from 'zod';
import { BANK_NAME } from '../../item-bank/bank-name.ts';

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
