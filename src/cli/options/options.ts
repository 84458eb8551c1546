import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import type { NormalPrior } from '../../irt/estimate/estimate.ts';

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

/** Reads `normal:MEAN:SD`. */
export function normalPrior(text: string): NormalPrior {
  const match = /^normal:([^:]+):([^:]+)$/.exec(text);
  const mean = Number(match?.[1]);
  const sd = Number(match?.[2]);
  if (!Number.isFinite(mean) || !Number.isFinite(sd) || sd <= 0)
    throw new InvalidArgumentError('Accepted: normal:MEAN:SD with SD above 0, such as normal:0:1.');
  return { mean, sd };
}
