import { nearestNames, nearNames } from '../../src/nearest.ts';
import { quoted } from '../../src/text/quoted.ts';
import { type BankTaxonomy, levelOfTag, parentTag } from './bank-taxonomy.ts';
import { valuesSpelt } from './find-value.ts';
import { formsOf, nameOf, type TaxonomyLevel, type TaxonomyValue } from './taxonomy.ts';

type Tags = Readonly<Record<string, string>>;

/** What is wrong with a tag of an item. */
export interface TagProblem {
  readonly tag: string;
  readonly found: string;
  readonly accepted: string;
}

export type CheckedTags =
  | { readonly tags: Tags; readonly problem?: never }
  | { readonly tags?: never; readonly problem: TagProblem };

/**
 * Compares the tags of an item with a taxonomy. Accepted are all spellings of the values of a tag's level, and under a level that
 * is not complete any other text. A value has to belong to the value that the item has in the level above, if it has one.
 * @returns the tags, in canonical form if the bank keeps them so; or the first problem
 */
export function checkTags(own: BankTaxonomy, tags: Tags): CheckedTags {
  const result: Record<string, string> = {};
  for (const [tag, text] of Object.entries(tags)) {
    result[tag] = text;
    const level = levelOfTag(own, tag);
    if (level === undefined) continue;
    const spelt = valuesSpelt(level, text);
    if (spelt.length === 0) {
      if (!level.complete) continue;
      return { problem: { tag, found: text, accepted: acceptedValues(own, level, text) } };
    }
    const above = parentTag(own, tag);
    const parents =
      above === undefined || tags[above] === undefined ? null : parentIds(own, above, tags[above]);
    const fitting = parents === null ? spelt : spelt.filter(({ parent }) => parents.has(parent!));
    if (fitting.length === 0) {
      if (!level.complete) continue;
      const belongs = spelt.map(({ parent }) => parent).join(' or ');
      const accepted = `a value of ${quoted(tags[above!])}, which ${above} is; ${quoted(text)} belongs to ${belongs}`;
      return { problem: { tag, found: text, accepted } };
    }
    if (own.canonical) result[tag] = fitting[0].id;
  }
  return { tags: result };
}

/** Ids of the values that a text of the tag above spells; null if it spells none, which is said of that tag. */
function parentIds(own: BankTaxonomy, tag: string, text: string): Set<string> | null {
  const values = valuesSpelt(levelOfTag(own, tag)!, text);
  return values.length === 0 ? null : new Set(values.map(({ id }) => id));
}

function acceptedValues({ taxonomy }: BankTaxonomy, level: TaxonomyLevel, text: string): string {
  const forms = level.values.flatMap(formsOf);
  const [near] = nearNames(text, forms);
  const value = valuesSpelt(level, near ?? nearestNames(text, forms)[0])[0];
  const kind = `a ${nameOf(level).toLowerCase()} of the taxonomy ${taxonomy.name}`;
  return near === undefined
    ? `${kind}, such as ${wordsOf(value)}`
    : `${kind}. Did you mean ${wordsOf(value)}?`;
}

/** `"Circ" (Diseases of the circulatory system, 循环系统疾病)` */
function wordsOf({ id, name: { en, zh } }: TaxonomyValue): string {
  const names = [en, zh].filter((name) => name !== undefined && name !== id);
  return `${quoted(id)}${names.length === 0 ? '' : ` (${names.join(', ')})`}`;
}
