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
  readonly short: string | undefined;
  /** The fields of an object; null of other kinds. */
  readonly settings: readonly Field[] | null;
}
export type Kind = 'boolean' | 'number' | 'string' | 'array' | 'object';

/** What the JSON schema of a field says, with what operations add to it. */
interface FieldSchema extends z.GlobalMeta, ValueSchema {
  readonly items?: ValueSchema;
  readonly default?: unknown;
  readonly description?: string;
}

interface ValueSchema {
  readonly type?: string;
  readonly anyOf?: readonly ValueSchema[];
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
}

export function fieldsOf(options: z.ZodObject): Field[] {
  return fieldsOfSchema(z.toJSONSchema(options, { io: 'input' }) as ObjectSchema);
}

interface ObjectSchema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, FieldSchema & ObjectSchema>>;
}

function fieldsOfSchema({ required = [], properties = {} }: ObjectSchema): Field[] {
  return Object.entries(properties).map(
    ([name, own]): Field => ({
      name,
      summary: own.description ?? '',
      kind: kindOf(own),
      of: own.items === undefined ? null : kindOf(own.items),
      choices: own.enum ?? null,
      accepted:
        own.items === undefined
          ? own.file === undefined
            ? acceptedOf(own)
            : 'the name of a file'
          : `${acceptedOf(own.items)}, or several${own.isVariadic === true ? '' : ' separated by commas'}`,
      isRequired: required.includes(name),
      usual: own.default,
      isArgument: own.isArgument === true,
      isVariadic: own.isVariadic === true,
      group: own.group,
      value: own.value,
      file: own.file,
      isLocal: own.isLocal === true,
      short: own.short,
      settings: own.properties === undefined ? null : fieldsOfSchema(own),
    }),
  );
}

const NOUNS: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'yes or no',
  object: 'a JSON object',
};

function acceptedOf({
  type = 'string',
  enum: choices,
  const: only,
  anyOf,
  ...bounds
}: ValueSchema): string {
  if (choices !== undefined) return choices.join(', ');
  if (only !== undefined) return only;
  if (anyOf !== undefined) return anyOf.map(acceptedOf).join(', or ');
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

/** A text that may be a number is read as one. */
function kindOf({ type = 'string', anyOf = [] }: ValueSchema): Kind {
  if (type === 'integer' || anyOf.some((one) => kindOf(one) === 'number')) return 'number';
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
  const fields = fieldsOf(options);
  const [first, inner] =
    issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0]] : issue.path;
  const settings = fields.find(({ name }) => name === first)?.settings ?? null;
  if (issue.code === 'custom' && issue.path.length > 1 && settings === null)
    return fail('OPTIONS_CONFLICT', { options: issue.path.join(', '), reason: issue.message });
  const name = String(settings === null ? first : inner);
  const among = settings ?? fields;
  const found = (settings === null ? shown : (shown[String(first)] as typeof shown))[name];
  return fail('OPTION_INVALID', {
    option: settings === null ? name : `${String(first)}.${name}`,
    found: found === undefined ? 'nothing' : jsonText(found),
    accepted: issue.code === 'custom' ? issue.message : acceptedBy(among, name),
  });
}

/** JSON has no numbers beyond the largest, such as 1e400, which are read as Infinity. */
function jsonText(value: unknown): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function acceptedBy(fields: readonly Field[], name: string): string {
  return (
    fields.find((field) => field.name === name)?.accepted ??
    fields.map((field) => field.name).join(', ')
  );
}

/** `bankSize` at a terminal: `--bank-size`. */
export function flagOf(name: string): string {
  return `--${kebab(name)}`;
}

/** What turns an option off that is on by default: `--no-contamination`. */
export function noFlagOf(name: string): string {
  return `--no-${kebab(name)}`;
}

/** `maxTokens` at a terminal: `max-tokens`. */
export function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
