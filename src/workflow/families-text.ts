import type { ReportText, Words } from '../languages/words.ts';
import type { Families } from '../ranking/families.ts';

/** Where the families of models come from, and what to do if that is wrong. */
export function familiesText({ source, count }: Pick<Families, 'source' | 'count'>): string {
  if (source === 'each its own')
    return 'Families: none given, and the names show none, so each model is its own family. Related models are then calibrated on one another’s answers; set families with --families FILE.';
  if (source === 'name prefix')
    return `Families: ${count}, by the letters at the start of the names; if that is wrong, set them with --families FILE.`;
  return `Families: ${count}, as given.`;
}

const SOURCES: Readonly<Record<string, ReportText>> = {
  given: /*T*/ 'given',
  'name prefix': /*T*/ 'name prefix',
  'each its own': /*T*/ 'each its own',
};

/** Where families come from, in a word or two. */
export function familySourceText(source: string, t: Words): string {
  return Object.hasOwn(SOURCES, source) ? t(SOURCES[source]) : source;
}
