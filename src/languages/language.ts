/** Languages of the dashboard and of reports. */
export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** How each writes numbers and dates. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', zh: 'zh-CN' };

/** The language of a tag such as `zh-Hans-CN` (BCP 47); null if it is none of these. */
export function languageOf(tag: string): Language | null {
  const [primary] = tag.toLowerCase().split(/[-_]/);
  return LANGUAGES.find((language) => language === primary) ?? null;
}
