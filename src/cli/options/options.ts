import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';

/** A parser of commander that reads by a schema. */
export function readBy<T>(schema: z.ZodType<T>): (text: string) => T {
  return (text) => {
    const read = schema.safeParse(text);
    if (read.success) return read.data;
    throw new InvalidArgumentError(`Accepted: ${read.error.issues[0].message}.`);
  };
}

/** Reads a whole number of at least `least`; for commander's option parsers. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least)
      throw new InvalidArgumentError(`Accepted: a whole number of at least ${least}.`);
    return value;
  };
}

/** Reads a number above 0. */
export function positiveNumber(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!(value > 0 && value < Number.POSITIVE_INFINITY))
    throw new InvalidArgumentError('Accepted: a number above 0.');
  return value;
}

/** Reads names separated by commas. */
export function names(text: string): string[] {
  const list = text.split(',').map((part) => part.trim());
  if (list.some((part) => part === ''))
    throw new InvalidArgumentError('Accepted: names separated by commas, none of them empty.');
  return list;
}
