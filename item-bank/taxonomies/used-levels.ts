import { quoted } from '../../src/text/quoted.ts';
import type { BankTaxonomy } from './bank-taxonomy.ts';

/** Most tags that are named. */
const NAMED = 8;

/**
 * Why a taxonomy says nothing of some items: a tag that was named for a level is not there, or no tag holds a level. Null if some tag
 * holds a level and all named tags are there, or there are no items.
 *
 * @param seen the tags of all items
 * @param named the tags that were named for levels
 */
export function unusedTaxonomy(
  own: BankTaxonomy,
  seen: ReadonlySet<string>,
  named: readonly string[],
): { readonly found: string; readonly accepted: string } | null {
  const tags = seen.size === 0 ? 'no tags' : listed([...seen]);
  const missing = named.find((tag) => !seen.has(tag));
  if (missing !== undefined)
    return {
      found: `no tag ${quoted(missing)}`,
      accepted: `for --levels the tags of the items: ${tags}`,
    };
  if (Object.keys(own.tags).some((tag) => seen.has(tag))) return null;
  const levels = own.taxonomy.levels.map(({ id }) => id);
  return {
    found: seen.size === 0 ? 'items without tags' : `only the tags ${tags}`,
    accepted: `tags named as levels of the taxonomy ${own.taxonomy.name} (${listed(levels)}). Name the tag of a level, such as --levels ${[...seen][0] ?? 'TAG'}=${levels[0]}`,
  };
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, NAMED).join(', ')}${names.length > NAMED ? ', …' : ''}`;
}
