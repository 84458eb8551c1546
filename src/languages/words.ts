import type { Language } from './language.ts';
import type { REPORTS_ZH } from './reports-zh.ts';
import { type Catalog, type Translate, translator } from './translator.ts';

/** A message of the reports: English, as the catalogs in `zh` list it. */
export type ReportText = keyof typeof REPORTS_ZH;

/** Gives messages of reports in one language, which it names. */
export interface Words extends Translate<ReportText> {
  readonly language: Language;
}

export function wordsIn(language: Language, catalog: Catalog<ReportText>): Words {
  return Object.assign(translator(language, catalog), { language });
}

/** The language of terminals. It needs no catalog, so programs that load only this file have none. */
export const ENGLISH: Words = wordsIn('en', {} as Catalog<ReportText>);

/** Names, or other parts of a list, one after another: `a, b`. */
export function listed(parts: readonly string[], t: Words): string {
  return parts.join(t(', '));
}

/** Sentences, one after another; empty ones are left out. */
export function sentences(parts: readonly string[], t: Words): string {
  return parts.filter((part) => part !== '').join(t(' '));
}
