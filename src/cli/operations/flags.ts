import { Option } from 'commander';
import type { z } from 'zod';
import { type Details, fail, ThetarankError } from '../../errors.ts';
import { type Field, flagOf, type Kind, readOptions } from '../../operations/options.ts';

const PLACE = { boolean: '', number: '<n>', string: '<text>', array: '<a,b>' };

/** The flag of a field, as it is listed. */
export function helpOf(field: Field): Option {
  const { name, kind, summary, usual, value, choices, isVariadic, file } = field;
  const place = value === undefined ? PLACE[kind] : `<${value}${isVariadic ? '...' : ''}>`;
  const facts = [
    ...(choices === null ? [] : [`one of ${choices.join(', ')}`]),
    ...(usual === undefined || usual === false || `${usual}` === '' ? [] : [`default: ${usual}`]),
  ];
  const option = new Option(
    `${flagOf(name)} ${place}`.trimEnd(),
    facts.length === 0 ? summary : `${summary} (${facts.join('; ')})`,
  );
  if (kind !== 'array' || isVariadic) return option;
  return file === undefined ? option.argParser(joined) : option.argParser(collected);
}

/** The names of files may have commas: each has a flag of its own. */
function collected(file: string, before: readonly string[] = []): string[] {
  return [...before, file];
}

/** A list may also be given by several flags. */
function joined(text: string, before: string | undefined): string {
  return before === undefined ? text : `${before},${text}`;
}

/**
 * The options of what was typed.
 * @throws OPTION_INVALID, OPTIONS_CONFLICT by fields
 */
export function readTyped<T extends z.ZodObject>(
  options: T,
  fields: readonly Field[],
  given: Readonly<Record<string, unknown>>,
): z.output<T> {
  const values = fields.flatMap((field) => {
    const typed = given[field.name];
    return typed === undefined ? [] : [[field.name, typedValue(field, typed)] as const];
  });
  return readOptions(options, Object.fromEntries(values), given);
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

/** Of a terminal alone. */
const OUTPUTS = ['out', 'report'];

/** Errors of `work` about fields, as errors about flags. */
export async function inFlags<T>(fields: readonly Field[], work: () => Promise<T>): Promise<T> {
  const flags = fields.filter(({ isArgument }) => !isArgument).map(({ name }) => name);
  const isFlag = (name: string) => [...flags, ...OUTPUTS].includes(name);
  const spelled = (names: string) =>
    names
      .split(', ')
      .map((name) => (isFlag(name) ? flagOf(name) : name))
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
