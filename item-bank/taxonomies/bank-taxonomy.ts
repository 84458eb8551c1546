import type { z } from 'zod';
import { fail } from '../../src/errors.ts';
import { nearestNames } from '../../src/nearest.ts';
import type { Taxonomy, TaxonomyLevel } from './taxonomy.ts';
import type { bankTaxonomySchema } from './taxonomy-schema.ts';

/** The taxonomy of a bank, and the tags that hold its levels. */
export type BankTaxonomy = z.output<typeof bankTaxonomySchema>;

/**
 * A taxonomy with the tags that hold its levels: each level is held by the tag of its id, or by the tag that `named` gives.
 * @param named level id by tag @throws NAME_UNKNOWN
 */
export function bankTaxonomy(
  taxonomy: Taxonomy,
  named: Readonly<Record<string, string>> = {},
  canonical = false,
): BankTaxonomy {
  const ids = taxonomy.levels.map(({ id }) => id);
  for (const level of Object.values(named))
    if (!ids.includes(level)) {
      const kind = `level of the taxonomy ${taxonomy.name}`;
      fail('NAME_UNKNOWN', { kind, name: level, nearest: nearestNames(level, ids) });
    }
  const taken = new Set(Object.values(named));
  const own = ids.filter((id) => !taken.has(id)).map((id) => [id, id]);
  return { taxonomy, tags: { ...Object.fromEntries(own), ...named }, canonical };
}

/** The level that a tag holds; undefined for a free tag. */
export function levelOfTag(
  { taxonomy, tags }: BankTaxonomy,
  tag: string,
): TaxonomyLevel | undefined {
  return Object.hasOwn(tags, tag) ? taxonomy.levels.find(({ id }) => id === tags[tag]) : undefined;
}

/** The tag that holds the level above the one of a tag; undefined if there is none. */
export function parentTag(own: BankTaxonomy, tag: string): string | undefined {
  const parent = levelOfTag(own, tag)?.parent;
  return Object.keys(own.tags).find((other) => own.tags[other] === parent);
}
