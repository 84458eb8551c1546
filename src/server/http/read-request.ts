import { z } from 'zod';
import { refuseRequest } from './request-issues.ts';

/** Reads one part of a request. @throws REQUEST_INVALID */
export type PartReader = (given: unknown) => unknown;

/**
 * Reads `part` of requests by a schema: unknown fields are refused, and what is absent gets its default. Without a schema
 * nothing is read.
 */
export function partReader(part: string, schema: z.ZodType | undefined): PartReader {
  if (schema === undefined) return () => undefined;
  const strict = strictly(schema);
  return (given) => {
    const parsed = strict.safeParse(given);
    return parsed.success ? parsed.data : refuseRequest(part, strict, given, parsed.error);
  };
}

/** A schema that refuses unknown fields, because a mistyped field would silently become a default. */
export function strictly(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodObject && schema.def.catchall === undefined
    ? schema.strict()
    : schema;
}
