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

/** The first of these that the header Accept-Language (RFC 9110) prefers; English without one. */
export function acceptedLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => {
      const [tag, quality = ''] = part.split(';');
      const given = /^\s*q=([\d.]+)\s*$/.exec(quality);
      return { language: languageOf(tag.trim()), quality: given === null ? 1 : Number(given[1]) };
    })
    .filter(({ language, quality }) => language !== null && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  return wanted[0]?.language ?? 'en';
}
