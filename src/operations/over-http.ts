import { z } from 'zod';
import { fieldsOf } from './options.ts';

/** What fields tell a terminal alone. */
export const OF_TERMINALS = [
  'group',
  'value',
  'isArgument',
  'isVariadic',
  'file',
  'isLocal',
] as const;

/** The options that a request can have: not files and folders of the service, nor where it computes. These stay absent. */
export function overHttp<Shape extends z.ZodRawShape>(
  options: z.ZodObject<Shape>,
): z.ZodObject<Shape> {
  const fields = fieldsOf(options)
    .filter(({ file, isLocal }) => file === undefined && !isLocal)
    .map(({ name }) => [name, options.shape[name]]);
  return z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodObject<Shape>;
}

/**
 * The options that a request has in its address, as the texts that an operation reads.
 * @param without the fields that the request gives otherwise
 */
export function inAddress<Shape extends z.ZodRawShape, Name extends keyof Shape>(
  options: z.ZodObject<Shape>,
  without: readonly Name[],
): Record<Exclude<keyof Shape, Name>, z.ZodOptional<z.ZodType<string | boolean, string>>> {
  const { shape } = overHttp(options);
  const own = fieldsOf(options)
    .filter(({ name }) => Object.hasOwn(shape, name) && !without.includes(name as never))
    .map(({ name, kind, choices, summary }) => {
      const read =
        kind === 'boolean'
          ? z.stringbool()
          : choices === null
            ? textOf(shape[name])
            : z.enum(choices);
      return [name, read.optional().describe(summary)];
    });
  return Object.fromEntries(own);
}

const LONGEST = 2000;

/** A text that `own` accepts, as it was given. */
function textOf(own: z.core.$ZodType) {
  return z
    .string()
    .max(LONGEST)
    .check(({ value, issues }) => {
      const { error } = z.safeParse(own, value);
      for (const issue of error?.issues ?? []) issues.push({ ...issue, input: value } as never);
    });
}
