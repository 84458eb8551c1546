import type { TagWords, WordsOfTags } from '../../src/tag-words.ts';
import { type BankTaxonomy, levelOfTag, parentTag } from './bank-taxonomy.ts';
import { valuesSpelt } from './find-value.ts';
import { nameOf, type TaxonomyLevel } from './taxonomy.ts';

/**
 * The names of the tags that a taxonomy has, and of their values in its order; null without a taxonomy. Values that it does not
 * have come last. Levels above that of a tag are named too: scores are added up by them.
 */
export function taxonomyWords({
  taxonomy,
  tags,
}: {
  readonly taxonomy?: BankTaxonomy | undefined;
  readonly tags: Readonly<Record<string, { readonly values: readonly string[] }>>;
}): WordsOfTags | null {
  if (taxonomy === undefined) return null;
  const words: Record<string, TagWords> = {};
  for (const first of Object.keys(tags))
    for (let tag: string | undefined = first; tag !== undefined; tag = parentTag(taxonomy, tag)) {
      const level = levelOfTag(taxonomy, tag);
      if (level === undefined) break;
      const values = Object.hasOwn(tags, tag) ? tags[tag].values : level.values.map(({ id }) => id);
      words[tag] = levelWords(level, values);
    }
  return words;
}

/** Where two values have one name, the value is added in brackets. */
function levelWords(level: TaxonomyLevel, values: readonly string[]): TagWords {
  const rows = values.map((value) => {
    const [found] = valuesSpelt(level, value);
    return found === undefined
      ? { value, name: value, place: level.values.length }
      : { value, name: nameOf(found), place: level.values.indexOf(found) };
  });
  const times = new Map<string, number>();
  for (const { name } of rows) times.set(name, (times.get(name) ?? 0) + 1);
  return {
    name: nameOf(level),
    values: rows
      .sort((x, y) => x.place - y.place)
      .map(({ value, name }) => ({
        value,
        name: times.get(name)! > 1 && name !== value ? `${name} (${value})` : name,
      })),
  };
}
