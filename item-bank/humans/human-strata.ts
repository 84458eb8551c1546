import { type BankTaxonomy, levelOfTag, parentTag } from '../taxonomies/bank-taxonomy.ts';
import { valuesSpelt } from '../taxonomies/find-value.ts';
import type { HumanItem } from './human-item.ts';

/** Items divided by the values of one tag, or of several together. */
export interface HumanStrata {
  readonly tags: readonly string[];
  readonly groups: readonly HumanStratum[];
  /** Items without a value of one of the tags. */
  readonly without: number;
}

export interface HumanStratum {
  /** Values in the order of the tags. */
  readonly values: readonly string[];
  /** Places of its items. */
  readonly places: readonly number[];
}

/**
 * Items by the values of `tags`, largest stratum first. A level of the taxonomy that items have no tag of is the parent of their value of a level below it.
 */
export function humanStrata(
  items: readonly HumanItem[],
  tags: readonly string[],
  taxonomy: BankTaxonomy | null,
): HumanStrata {
  const groups = new Map<string, { values: string[]; places: number[] }>();
  const parents = new Map<string, string | undefined>();
  const valueIn = (own: HumanItem['tags'], tag: string): string | undefined => {
    if (Object.hasOwn(own, tag)) return own[tag];
    const below = taxonomy === null ? undefined : tagBelow(taxonomy, tag);
    const value = below === undefined ? undefined : valueIn(own, below);
    if (taxonomy === null || below === undefined || value === undefined) return undefined;
    const key = JSON.stringify([below, value]);
    if (!parents.has(key)) parents.set(key, parentValue(taxonomy, below, value));
    return parents.get(key);
  };
  let without = 0;
  for (const [j, { tags: own }] of items.entries()) {
    const values = tags.map((tag) => valueIn(own, tag));
    if (!values.every((value) => value !== undefined)) {
      without++;
      continue;
    }
    const key = JSON.stringify(values);
    const group = groups.get(key) ?? { values, places: [] };
    group.places.push(j);
    groups.set(key, group);
  }
  const order = [...groups].sort(
    ([x, { places: a }], [y, { places: b }]) => b.length - a.length || (x < y ? -1 : 1),
  );
  return { tags, groups: order.map(([, group]) => group), without };
}

/** Tags of the items, and tags of the levels above them that none of the items has. */
export function strataTags(items: readonly HumanItem[], taxonomy: BankTaxonomy | null): string[] {
  const tags = new Set<string>();
  for (const { tags: own } of items) for (const tag in own) tags.add(tag);
  if (taxonomy !== null)
    for (const first of [...tags]) {
      let tag = parentTag(taxonomy, first);
      for (; tag !== undefined; tag = parentTag(taxonomy, tag)) tags.add(tag);
    }
  return [...tags];
}

function tagBelow(taxonomy: BankTaxonomy, tag: string): string | undefined {
  return Object.keys(taxonomy.tags).find((other) => parentTag(taxonomy, other) === tag);
}

/** The parent of a value; undefined if the level does not have the value, or has it under several parents. */
function parentValue(taxonomy: BankTaxonomy, tag: string, value: string): string | undefined {
  const level = levelOfTag(taxonomy, tag);
  const spelt = level === undefined ? [] : valuesSpelt(level, value);
  return spelt.length === 1 ? spelt[0].parent : undefined;
}
