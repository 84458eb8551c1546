import { Option } from 'commander';
import { z } from 'zod';
import { type Details, fail, ThetarankError } from '../../errors.ts';

/** A field of an operation's options, as a terminal shows and reads it. */
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
  readonly file: 'in' | 'out' | undefined;
}
type Kind = 'boolean' | 'number' | 'string' | 'array';

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
          ? acceptedOf(own)
          : `${acceptedOf(own.items)}, or several${own.isVariadic === true ? '' : ' separated by commas'}`,
      isRequired: required.has(name),
      usual: own.default,
      isArgument: own.isArgument === true,
      isVariadic: own.isVariadic === true,
      group: own.group,
      value: own.value,
      file: own.file,
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

/** `bankSize` at a terminal: `--bank-size`. */
function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

const PLACE = { boolean: '', number: '<n>', string: '<text>', array: '<a,b>' };

/** The flag of a field, as it is listed. */
export function helpOf({ name, kind, summary, usual, value, choices, isVariadic }: Field): Option {
  const place = value === undefined ? PLACE[kind] : `<${value}${isVariadic ? '...' : ''}>`;
  const facts = [
    ...(choices === null ? [] : [`one of ${choices.join(', ')}`]),
    ...(usual === undefined || usual === false || `${usual}` === '' ? [] : [`default: ${usual}`]),
  ];
  return new Option(
    `${flagOf(name)} ${place}`.trimEnd(),
    facts.length === 0 ? summary : `${summary} (${facts.join('; ')})`,
  );
}

/**
 * The options of what was typed.
 * @throws OPTION_INVALID, OPTIONS_CONFLICT by fields
 */
export function readOptions<T extends z.ZodObject>(
  options: T,
  fields: readonly Field[],
  given: Readonly<Record<string, unknown>>,
): z.output<T> {
  const values = fields.flatMap((field) => {
    const typed = given[field.name];
    return typed === undefined ? [] : [[field.name, typedValue(field, typed)] as const];
  });
  const read = options.safeParse(Object.fromEntries(values));
  if (read.success) return read.data as z.output<T>;
  const [issue] = read.error.issues;
  const [name] = issue.path;
  if (issue.code === 'custom' && issue.path.length > 1)
    return fail('OPTIONS_CONFLICT', { options: issue.path.join(', '), reason: issue.message });
  return fail('OPTION_INVALID', {
    option: String(name),
    found: JSON.stringify(given[String(name)] ?? 'nothing'),
    accepted:
      issue.code === 'custom'
        ? issue.message
        : fields.find((field) => field.name === name)!.accepted,
  });
}

/** Text as the value that it stands for; as it is where it stands for none. */
function typedValue({ kind, of }: Field, typed: unknown): unknown {
  if (typeof typed !== 'string') return typed;
  if (kind === 'array') return typed.split(',').map((part) => asKind(of, part.trim()));
  return asKind(kind, typed);
}

/** Decimal: neither `0x10` nor an empty text is a number. */
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function asKind(kind: Kind | null, text: string): unknown {
  return kind === 'number' && NUMBER.test(text.trim()) ? Number(text) : text;
}

/** The name of a field, and no flag yet. */
const NAME = /^[a-z][A-Za-z]*$/;

/** Errors of `work` about fields, as errors about flags. */
export async function inFlags<T>(fields: readonly Field[], work: () => Promise<T>): Promise<T> {
  const places = fields.filter(({ isArgument }) => isArgument).map(({ name }) => name);
  const spelled = (names: string) =>
    names
      .split(', ')
      .map((name) => (places.includes(name) || !NAME.test(name) ? name : flagOf(name)))
      .join(', ');
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ThetarankError)) throw error;
    const { code, details } = error;
    if (code === 'OPTION_INVALID') {
      const own = details as Details<typeof code>;
      fail(code, { ...own, option: spelled(own.option) });
    }
    if (code === 'OPTIONS_CONFLICT') {
      const own = details as Details<typeof code>;
      fail(code, { ...own, options: spelled(own.options) });
    }
    throw error;
  }
}
