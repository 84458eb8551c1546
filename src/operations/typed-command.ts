import type { z } from 'zod';
import { shellWord } from '../shell-word.ts';
import { type Field, fieldsOf, flagOf } from './options.ts';

/**
 * The command of an operation with these options, as it would be typed; without what is as usual.
 * @param name of the operation
 */
export function typedCommand(
  name: string,
  schema: z.ZodObject,
  options: Readonly<Record<string, unknown>>,
): string {
  const words = fieldsOf(schema).flatMap((field) => wordsOf(field, options[field.name]));
  return ['thetarank', name, ...words].join(' ');
}

function wordsOf({ name, isArgument, usual }: Field, value: unknown): string[] {
  if (value === undefined || value === false || `${value}` === `${usual}`) return [];
  const flag = isArgument ? [] : [flagOf(name)];
  return value === true ? flag : [...flag, shellWord(`${value}`)];
}
