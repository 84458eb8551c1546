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

/** A schema that refuses unknown fields, in all objects within it too, because a mistyped field would silently become a default. */
export function strictly(schema: z.ZodType): z.ZodType {
  const own = (changed: object) =>
    schema.clone({ ...schema.def, ...changed } as typeof schema.def, { parent: true });
  if (schema instanceof z.ZodObject)
    return own({
      shape: Object.fromEntries(
        Object.entries(schema.shape).map(([name, of]) => [name, strictly(of as z.ZodType)]),
      ),
      catchall: schema.def.catchall ?? z.never(),
    });
  if (schema instanceof z.ZodArray) return own({ element: strictly(schema.element as z.ZodType) });
  if (schema instanceof z.ZodUnion)
    return own({ options: schema.options.map((of) => strictly(of as z.ZodType)) });
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return own({ innerType: strictly(schema.def.innerType as z.ZodType) });
  return schema;
}
