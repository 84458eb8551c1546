import { fail } from '../../src/errors.ts';
import { nearestNames } from '../../src/nearest.ts';
import { readYamlWithLines } from '../../src/text/read-yaml.ts';
import climedbench from './climedbench.json' with { type: 'json' };
import cmb from './cmb.json' with { type: 'json' };
import cmexam from './cmexam.json' with { type: 'json' };
import type { Taxonomy } from './taxonomy.ts';
import { taxonomySchema } from './taxonomy-schema.ts';

const BUILTIN: Readonly<Record<string, unknown>> = { climedbench, cmexam, cmb };

/** The taxonomies that come with the package. */
export const TAXONOMIES: readonly string[] = Object.keys(BUILTIN);

const loaded = new Map<string, Taxonomy>();

/** A built-in taxonomy by its name. @throws NAME_UNKNOWN */
export function builtinTaxonomy(name: string): Taxonomy {
  if (!Object.hasOwn(BUILTIN, name))
    fail('NAME_UNKNOWN', { kind: 'taxonomy', name, nearest: nearestNames(name, TAXONOMIES) });
  if (!loaded.has(name)) loaded.set(name, taxonomySchema.parse(BUILTIN[name]));
  return loaded.get(name)!;
}

/** A built-in taxonomy by its name, or one of a file, whose name has a point or a slash. @throws what `readTaxonomy` throws */
export function loadTaxonomy(name: string): Taxonomy {
  return /[./\\]/.test(name) ? readTaxonomy(name) : builtinTaxonomy(name);
}

/** @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID with the line */
function readTaxonomy(file: string): Taxonomy {
  // JSON is YAML, and this reader knows the lines.
  const { value, lineOf } = readYamlWithLines(file);
  const parsed = taxonomySchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const accepted = 'a taxonomy: format, name, title and levels with their values (docs/formats.md)';
  if (typeof value !== 'object' || value === null || !('levels' in value))
    return fail('FILE_INVALID', { file, found: 'no levels, so no taxonomy', accepted });
  const [{ path, message }] = parsed.error.issues;
  return fail('FILE_INVALID', {
    file,
    where: `line ${lineOf(path)}`,
    found: `${path.length === 0 ? '' : `${path.join('.')}: `}${message}`,
    accepted,
  });
}
