import type { z } from 'zod';
import { ENGLISH, type Words } from '../languages/words.ts';
import { shellWord } from '../shell-word.ts';
import { type Field, fieldsOf, flagOf, noFlagOf } from './options.ts';

/** Who types it: see `Reading`. */
interface Typist {
  readonly where?: string;
  readonly reader?: 'caller' | 'others';
  readonly t?: Words;
}

/** An address of an endpoint behind a name. */
const ADDRESS = /@[a-z][a-z0-9+.-]*:\/\/.*$/i;

/**
 * The command of an operation with these options, as it would be typed; without what is as usual.
 * @param name of the operation
 */
export function typedCommand(
  name: string,
  schema: z.ZodObject,
  options: Readonly<Record<string, unknown>>,
  { where = '', reader = 'caller', t = ENGLISH }: Typist = {},
): string {
  const fields = fieldsOf(schema).filter((field) => !isUsual(field, options[field.name]));
  const shown = reader === 'caller' ? String : (value: unknown) => withoutAddress(`${value}`);
  const spell = (value: unknown) => shellWord([value].flat().map(shown).join());
  const words = fields.flatMap((field) => wordsOf(field, options[field.name], spell));
  const hasSettings = fields.some(({ settings }) => settings !== null);
  const same = hasSettings ? t(' (with the same -M and -T)') : '';
  return `thetarank ${[name, ...words].join(' ')}${where}${same}`;
}

/** A model behind an endpoint, for readers who must not see where. */
export function withoutAddress(model: string): string {
  return model.replace(ADDRESS, '@ADDRESS');
}

function isUsual({ usual }: Field, value: unknown): boolean {
  return value === undefined || `${value}` === `${usual ?? false}`;
}

function wordsOf(
  { name, isArgument, isVariadic, file, settings }: Field,
  value: unknown,
  spell: (value: unknown) => string,
): string[] {
  // Settings may be secret, and are many.
  if (settings !== null) return [];
  if (isArgument) return [value].flat().map(spell);
  if (value === true) return [flagOf(name)];
  if (value === false) return [noFlagOf(name)];
  if (!Array.isArray(value)) return [flagOf(name), spell(value)];
  if (isVariadic) return [flagOf(name), ...value.map(spell)];
  return file === undefined
    ? [flagOf(name), spell(value)]
    : value.flatMap((path) => [flagOf(name), spell(path)]);
}
