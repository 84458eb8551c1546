import { z } from 'zod';
import { fail } from '../errors.ts';

/** A field of an operation's options, as doors show and read it. */
export interface Field {
  readonly name: string;
  readonly summary: string;
  readonly kind: Kind;
  /** Of what a list is made. */
  readonly of: Kind | null;
  readonly choices: readonly string[] | null;
  /** What it accepts, in words. */
  readonly accepted: string;
  readonly isRequired: boolean;
  readonly usual: unknown;
  readonly isArgument: boolean;
  readonly isVariadic: boolean;
  readonly group: string | undefined;
  readonly value: string | undefined;
  readonly file: 'in' | 'out' | 'folder' | undefined;
  readonly isLocal: boolean;
}
export type Kind = 'boolean' | 'number' | 'string' | 'array';

/** What the JSON schema of a field says, with what operations add to it. */
interface FieldSchema extends z.GlobalMeta, ValueSchema {
  readonly items?: ValueSchema;
  readonly default?: unknown;
  readonly description?: string;
}

interface ValueSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
}

export function fieldsOf(options: z.ZodObject): Field[] {
  const schema = z.toJSONSchema(options, { io: 'input' });
  const required = new Set(schema.required);
  return Object.entries((schema.properties ?? {}) as Record<string, FieldSchema>).map(
    ([name, own]) => ({
      name,
      summary: own.description ?? '',
      kind: kindOf(own.type),
      of: own.items === undefined ? null : kindOf(own.items.type),
      choices: own.enum ?? null,
      accepted:
        own.items === undefined
          ? own.file === undefined
            ? acceptedOf(own)
            : 'the name of a file'
          : `${acceptedOf(own.items)}, or several${own.isVariadic === true ? '' : ' separated by commas'}`,
      isRequired: required.has(name),
      usual: own.default,
      isArgument: own.isArgument === true,
      isVariadic: own.isVariadic === true,
      group: own.group,
      value: own.value,
      file: own.file,
      isLocal: own.isLocal === true,
    }),
  );
}

const NOUNS: Readonly<Record<string, string>> = { integer: 'a whole number', number: 'a number' };

function acceptedOf({ type = 'string', enum: choices, ...bounds }: ValueSchema): string {
  if (choices !== undefined) return choices.join(', ');
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = bounds;
  // JSON Schema bounds every whole number by what a double can hold.
  const isLimit = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  const parts = [
    ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER
      ? [`of at least ${minimum}`]
      : []),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(isLimit ? [`of at most ${maximum}`] : []),
    ...(exclusiveMaximum === undefined ? [] : [`below ${exclusiveMaximum}`]),
  ];
  return [NOUNS[type] ?? 'a text', parts.join(' and ')].join(' ').trimEnd();
}

function kindOf(type = 'string'): Kind {
  if (type === 'integer') return 'number';
  return type as Kind;
}

/**
 * Options as `run` takes them, with their defaults.
 * @param shown the same as they were given, for errors
 * @throws OPTION_INVALID, OPTIONS_CONFLICT by fields
 */
export function readOptions<T extends z.ZodObject>(
  options: T,
  given: Readonly<Record<string, unknown>>,
  shown = given,
): z.output<T> {
  const read = options.safeParse(given);
  if (read.success) return read.data as z.output<T>;
  const [issue] = read.error.issues;
  if (issue.code === 'custom' && issue.path.length > 1)
    return fail('OPTIONS_CONFLICT', { options: issue.path.join(', '), reason: issue.message });
  const name = String(issue.code === 'unrecognized_keys' ? issue.keys[0] : issue.path[0]);
  return fail('OPTION_INVALID', {
    option: name,
    found: shown[name] === undefined ? 'nothing' : JSON.stringify(shown[name]),
    accepted: issue.code === 'custom' ? issue.message : acceptedBy(options, name),
  });
}

function acceptedBy(options: z.ZodObject, name: string): string {
  const fields = fieldsOf(options);
  return (
    fields.find((field) => field.name === name)?.accepted ??
    fields.map((field) => field.name).join(', ')
  );
}

/** `bankSize` at a terminal: `--bank-size`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
