import { InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { type Details, fail, ThetarankError } from '../../errors.ts';
import { nearestNames, suggestion } from '../../nearest.ts';
import {
  type Field,
  flagOf,
  type Kind,
  kebab,
  noFlagOf,
  readOptions,
} from '../../operations/options.ts';
import { parseJson } from '../../text/parse-json.ts';

const PLACE = {
  boolean: '',
  number: '<n>',
  string: '<text>',
  array: '<a,b>',
  object: '<name=value>',
};

/** The flag of a field, as it is listed. */
export function helpOf(field: Field): Option {
  const { name, kind, summary, usual, value, choices, isVariadic, file, short, settings } = field;
  const place = value === undefined ? PLACE[kind] : `<${value}${isVariadic ? '...' : ''}>`;
  const facts = [
    ...(choices === null ? [] : [`one of ${choices.join(', ')}`]),
    ...(usual === undefined || kind === 'boolean' || `${usual}` === ''
      ? []
      : [`default: ${usual}`]),
  ];
  const flag = usual === true ? noFlagOf(name) : flagOf(name);
  const option = new Option(
    `${short === undefined ? '' : `-${short}, `}${flag} ${place}`.trimEnd(),
    facts.length === 0 ? summary : `${summary} (${facts.join('; ')})`,
  );
  if (settings !== null) return option.argParser(settingsReader(settings));
  if (kind !== 'array' || isVariadic) return option;
  return file === undefined ? option.argParser(joined) : option.argParser(collected);
}

/** The names of files may have commas: each has a flag of its own. */
function collected(file: string, before: readonly string[] = []): string[] {
  return [...before, file];
}

/**
 * A reader of `name=value`, once per setting; the last value of a name counts.
 * @throws InvalidArgumentError for an unknown name
 */
export function settingsReader(settings: readonly Field[]) {
  const names = settings.map(({ name }) => kebab(name));
  return (text: string, before: Readonly<Record<string, unknown>> = {}) => {
    const [name, ...rest] = text.split('=');
    const field = settings[names.indexOf(name)];
    if (field === undefined)
      throw new InvalidArgumentError(
        `Unknown setting "${name}". ${suggestion(name, nearestNames(name, names))}`,
      );
    if (rest.length === 0)
      throw new InvalidArgumentError(`Accepted: NAME=VALUE, such as ${name}=VALUE.`);
    return { ...before, [field.name]: typedValue(field, rest.join('=')) };
  };
}

/** A line of help per setting. */
export function settingsHelp(settings: readonly Field[]): string {
  const width = Math.max(...settings.map(({ name }) => kebab(name).length));
  return settings
    .map(({ name, summary }) => `  ${kebab(name).padEnd(width)}  ${summary}`)
    .join('\n');
}

/** A list may also be given by several flags. */
function joined(text: string, before: string | undefined): string {
  return before === undefined ? text : `${before},${text}`;
}

/** What was typed, as the values that it stands for, by field. */
export function typedValues(
  fields: readonly Field[],
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const typed = given[field.name];
      return typed === undefined ? [] : [[field.name, typedValue(field, typed)]];
    }),
  );
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
  return readOptions(options, typedValues(fields, given), given);
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
  if (kind === 'number' && NUMBER.test(text.trim())) return Number(text);
  if (kind === 'boolean')
    return ({ yes: true, no: false } as Record<string, boolean>)[text] ?? text;
  return kind === 'object' ? (parseJson(text) ?? text) : text;
}

/** Of a terminal alone. */
const OUTPUTS = ['out', 'report', 'markdown', 'junit'];

/** Errors of `work` about fields, as errors about flags. */
export async function inFlags<T>(fields: readonly Field[], work: () => Promise<T>): Promise<T> {
  const flags = fields.filter(({ isArgument }) => !isArgument).map(({ name }) => name);
  const isFlag = (name: string) => [...flags, ...OUTPUTS].includes(name);
  const spelled = (names: string) =>
    names
      .split(', ')
      .map((name) => {
        const [own, setting] = name.split('.');
        if (!isFlag(own)) return name;
        return setting === undefined ? flagOf(own) : `${flagOf(own)} ${kebab(setting)}`;
      })
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
