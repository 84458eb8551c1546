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
