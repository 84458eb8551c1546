import type { z } from 'zod';
import { Rejection } from './records.ts';

/** The value of a record, checked against what its format says. @throws Rejection with the fields that are wrong */
export function parseValue<T extends z.ZodType>(schema: T, value: unknown): z.infer<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const reasons = result.error.issues
    .slice(0, 5)
    .map(({ path, message }) =>
      [...path, message].map((part) => String(part).slice(0, 200)).join(': '),
    );
  throw new Rejection(reasons.join('; '));
}
