import { spelling } from './spelling.ts';
import { formsOf, type TaxonomyLevel, type TaxonomyValue } from './taxonomy.ts';

const spelt = new WeakMap<TaxonomyLevel, ReadonlyMap<string, readonly TaxonomyValue[]>>();

/** The values of a level that a text spells: several if values of different parents have one name. */
export function valuesSpelt(level: TaxonomyLevel, text: string): readonly TaxonomyValue[] {
  let known = spelt.get(level);
  if (known === undefined) {
    const values = new Map<string, TaxonomyValue[]>();
    for (const value of level.values)
      for (const form of new Set(formsOf(value).map(spelling)))
        values.set(form, [...(values.get(form) ?? []), value]);
    spelt.set(level, values);
    known = values;
  }
  return known.get(spelling(text)) ?? [];
}
