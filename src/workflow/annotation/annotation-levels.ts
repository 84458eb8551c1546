import type { Item } from '../../../item-bank/items/item.ts';
import type { BankTaxonomy } from '../../../item-bank/taxonomies/bank-taxonomy.ts';
import { bankTaxonomy } from '../../../item-bank/taxonomies/bank-taxonomy.ts';
import { valuesSpelt } from '../../../item-bank/taxonomies/find-value.ts';
import { loadTaxonomy, TAXONOMIES } from '../../../item-bank/taxonomies/load-taxonomy.ts';
import { spelling } from '../../../item-bank/taxonomies/spelling.ts';
import type { TaxonomyLevel } from '../../../item-bank/taxonomies/taxonomy.ts';
import type { Label } from '../../annotation/vote.ts';
import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import type { LabelChoices } from '../../prompt/annotate/read-label.ts';
import { NONE_TEXT } from '../../prompt/annotate/wording.ts';
import type { Store } from '../../store/store.ts';

/** A level that items are labelled at. */
export interface AnnotatedLevel {
  readonly level: TaxonomyLevel;
  /** The tag of the bank that holds it. */
  readonly tag: string;
  readonly mayFitNone: boolean;
  /** The value that says so in the taxonomy, such as N/A. It is none of the values of `level`; null if there is none. */
  readonly noneTag: string | null;
  /** Position of the level above among those that are labelled; null if it is not labelled. */
  readonly parent: number | null;
  /** The level above and the tag that holds it, where it is not labelled; items that have the tag are labelled below its value. */
  readonly above: { readonly level: TaxonomyLevel; readonly tag: string } | null;
}

/**
 * The levels to label, each after those above it.
 * @param taxonomy a built-in one or a file; by default the bank's own
 * @throws NAME_UNKNOWN, OPTIONS_CONFLICT; what `loadTaxonomy` throws
 */
export async function annotatedLevels(
  store: Pick<Store, 'taxonomy'>,
  bank: string,
  names: readonly string[],
  taxonomy: string | undefined,
): Promise<{ readonly own: BankTaxonomy; readonly levels: readonly AnnotatedLevel[] }> {
  const kept = await store.taxonomy(bank);
  const own = taxonomy === undefined ? kept : bankTaxonomy(loadTaxonomy(taxonomy));
  if (own === null)
    return fail('OPTIONS_CONFLICT', {
      options: '--level',
      reason: `bank ${bank} has no taxonomy. Name one: --taxonomy ${TAXONOMIES.join(', ')}, or a file (docs/formats.md).`,
    });
  const all = own.taxonomy.levels;
  const ids = all.map(({ id }) => id);
  for (const name of names)
    if (!ids.includes(name))
      fail('NAME_UNKNOWN', {
        kind: `level of the taxonomy ${own.taxonomy.name}`,
        name,
        nearest: nearestNames(name, ids),
      });
  // The taxonomy lists levels after those above them.
  const chosen = all.filter(({ id }) => names.includes(id));
  const tagOf = (id: string) => Object.keys(own.tags).find((tag) => own.tags[tag] === id) ?? id;
  const levels = chosen.map((level): AnnotatedLevel => {
    const at = chosen.findIndex(({ id }) => id === level.parent);
    const none = level.values.find(({ id }) => spelling(id) === spelling(NONE_TEXT));
    const above = all.find(({ id }) => id === level.parent);
    return {
      level:
        none === undefined
          ? level
          : { ...level, values: level.values.filter((value) => value !== none) },
      tag: tagOf(level.id),
      mayFitNone: level.mayFitNone === true || none !== undefined,
      noneTag: none?.id ?? null,
      parent: at === -1 ? null : at,
      above: at !== -1 || above === undefined ? null : { level: above, tag: tagOf(above.id) },
    };
  });
  return { own, levels };
}

/**
 * The labels of an item at a level.
 * @param parent the item's label at the level above, where that is labelled; undefined otherwise
 */
export function choicesFor(
  { level, mayFitNone, above }: AnnotatedLevel,
  item: Pick<Item, 'tags'>,
  parent: Label | undefined,
): LabelChoices {
  const tagged =
    above === null || item.tags[above.tag] === undefined
      ? []
      : valuesSpelt(above.level, item.tags[above.tag]).map(({ id }) => id);
  const parents = typeof parent === 'string' ? [parent] : tagged;
  const values =
    parents.length === 0
      ? level.values
      : level.values.filter((value) => parents.includes(value.parent!));
  return { level, values, mayFitNone };
}
