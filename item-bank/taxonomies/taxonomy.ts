import type { z } from 'zod';
import type { taxonomySchema } from './taxonomy-schema.ts';

/** Values of tags in levels: categories, subcategories, … */
export type Taxonomy = z.output<typeof taxonomySchema>;
export type TaxonomyLevel = Taxonomy['levels'][number];
export type TaxonomyValue = TaxonomyLevel['values'][number];

/** All accepted spellings of a value, its id first. */
export function formsOf({ id, name, abbreviation, aliases }: TaxonomyValue): string[] {
  return [id, name.en, name.zh, abbreviation, ...(aliases ?? [])].filter(
    (form) => form !== undefined,
  );
}

/** The name in the language of the reports, English, if there is one. */
export function nameOf({ name }: Pick<TaxonomyValue, 'name'>): string {
  return name.en ?? name.zh!;
}
