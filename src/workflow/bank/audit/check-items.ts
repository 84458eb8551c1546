import type { Item } from '../../../../item-bank/items/item.ts';
import { problemsText, validateItem } from '../../../../item-bank/items/validate-item.ts';
import { type Weakness, weaknessesOf } from '../../../../item-bank/items/weak-item.ts';
import type { BankTaxonomy } from '../../../../item-bank/taxonomies/bank-taxonomy.ts';
import { unusedTaxonomy } from '../../../../item-bank/taxonomies/used-levels.ts';
import { type StatedTaxonomy, tagProblem } from '../tag-check.ts';

/** Most entries listed per kind; all are counted. */
const MOST_LISTED = 1000;

export interface Listed<T> {
  count: number;
  readonly first: T[];
}

/** The findings about the items of a bank one by one. */
export interface ItemCheck {
  items: number;
  /** Items of a built-in bank whose text is not in the database. */
  withoutText: number;
  readonly invalid: Listed<{ id: string; reason: string }>;
  /** Items with the same content as an earlier item. */
  readonly duplicates: Listed<{ id: string; of: string }>;
  /** Tag values that are not in the taxonomy, and the tags that were compared with it. */
  readonly seenTags: Set<string>;
  readonly tags: Listed<{ id: string; reason: string }>;
  /** All of these duplicates. */
  readonly copies: { readonly id: string; readonly of: string }[];
  /** Items that are no longer used: only their validity and tags are checked. */
  retired: number;
  readonly weaknesses: { readonly item: string; readonly weakness: Weakness }[];
  /** Whether the item that was checked last is invalid. */
  lastIsInvalid: boolean;
}

export function newCheck(): ItemCheck {
  return {
    items: 0,
    withoutText: 0,
    invalid: none(),
    duplicates: none(),
    seenTags: new Set(),
    tags: none(),
    copies: [],
    retired: 0,
    weaknesses: [],
    lastIsInvalid: false,
  };
}

/** Validates items again, their hash included, and looks for repeats and doubtful ones. */
export async function checkItems(
  items: AsyncIterable<Item>,
  check: ItemCheck,
  taxonomy: BankTaxonomy | null = null,
): Promise<void> {
  const idOf = new Map<string, string>();
  for await (const value of items) {
    check.items++;
    const { item, problems } = validateItem(value);
    check.lastIsInvalid = item === undefined;
    if (item === undefined) {
      list(check.invalid, { id: String(value?.id), reason: problemsText(problems) });
      continue;
    }
    if (taxonomy !== null) checkTagsOf(check, taxonomy, item, item.id);
    if (item.status === 'retired') {
      check.retired++;
      continue;
    }
    const first = idOf.get(item.hash);
    if (first === undefined) idOf.set(item.hash, item.id);
    else {
      list(check.duplicates, { id: item.id, of: first });
      check.copies.push({ id: item.id, of: first });
    }
    for (const weakness of weaknessesOf(item)) check.weaknesses.push({ item: item.id, weakness });
  }
}

/** Adds an item with a tag value that the taxonomy does not have. */
export function checkTagsOf(
  check: ItemCheck,
  taxonomy: BankTaxonomy,
  item: Item,
  where: string,
): void {
  for (const tag of Object.keys(item.tags)) check.seenTags.add(tag);
  const reason = tagProblem(taxonomy, item);
  if (reason !== null) list(check.tags, { id: where, reason });
}

/** After all items: adds why a taxonomy that was asked for says nothing of them, if it does not. */
export function checkTaxonomyUse(
  check: ItemCheck,
  taxonomy: BankTaxonomy | null,
  stated: Pick<StatedTaxonomy, 'taxonomy' | 'levels'>,
): void {
  if (taxonomy === null || stated.taxonomy === undefined) return;
  const named = Object.keys(stated.levels ?? {});
  const unused = unusedTaxonomy(taxonomy, check.seenTags, named);
  if (unused !== null)
    list(check.tags, {
      id: 'all items',
      reason: `found ${unused.found}; accepted: ${unused.accepted}`,
    });
}

function none<T>(): Listed<T> {
  return { count: 0, first: [] };
}

function list<T>(listed: Listed<T>, one: T): void {
  listed.count++;
  if (listed.first.length < MOST_LISTED) listed.first.push(one);
}
