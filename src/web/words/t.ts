import type { ComponentChildren } from 'preact';
import { LANGUAGES, type Language, LOCALES, languageOf } from '../../languages/language.ts';
import { richTranslator, translator, type Values } from '../../languages/translator.ts';
import { ENGLISH, type Words } from '../../languages/words.ts';
import type { ZH } from './zh.ts';

/** A message of the dashboard: English, as the catalogs in `zh` list it. */
export type Text = keyof typeof ZH;

type Rich = (
  text: Text,
  values: Readonly<
    Record<string, ComponentChildren | ((parts: ComponentChildren[]) => ComponentChildren)>
  >,
) => ComponentChildren;

const NO_CATALOG = {} as Readonly<Record<Text, string>>;
const PLACE = 'thetarank-language';
let language: Language = 'en';
let plain = translator<Text>('en', NO_CATALOG);
let told: (text: string) => string | null = () => null;
let patterns: Words = ENGLISH;
let rich = richTranslator<Text, ComponentChildren>('en', NO_CATALOG) as Rich;

/**
 * A message in the reader's language. Call it while rendering, never where a module is loaded: the language can change.
 * A table of words holds messages (`as const satisfies Record<string, Text>`) and translates where it is used.
 */
export const t = (text: Text, values?: Values): string => plain(text, values);

/** The same with `<tags>` that become elements: `tr('See <a>the log</a>.', { a: (parts) => <Link to={['log']}>{parts}</Link> })`. */
export const tr: Rich = (text, values) => rich(text, values);

/** A sentence of the service, which it has in English only, in the reader's language; null where that is not known. */
export const toldAgain = (text: string): string | null => (language === 'en' ? text : told(text));

/** For what is made as in reports: notes on answers. */
export const patternWordsOfReader = (): Words => patterns;

export const currentLanguage = (): Language => language;
/** For numbers and dates. */
export const currentLocale = (): string => LOCALES[language];

/** The reader's choice; else the first of the browser's languages that there is. */
export function chosenLanguage(): Language {
  const stored = localStorage.getItem(PLACE);
  const wanted = [...(stored === null ? [] : [stored]), ...navigator.languages];
  for (const tag of wanted) {
    const found = languageOf(tag);
    if (found !== null) return found;
  }
  return LANGUAGES[0];
}

/** Makes a language the current one. The Chinese catalog is loaded on first use. */
export async function makeCurrent(next: Language): Promise<void> {
  const chinese = next === 'en' ? null : await import('./zh.ts');
  const catalog = chinese?.ZH ?? NO_CATALOG;
  told = chinese?.toldInChinese ?? (() => null);
  patterns = chinese?.PATTERN_WORDS ?? ENGLISH;
  language = next;
  plain = translator<Text>(next, catalog);
  rich = richTranslator<Text, ComponentChildren>(next, catalog) as Rich;
  if (typeof document !== 'undefined') document.documentElement.lang = LOCALES[next];
}

/** Keeps the reader's choice in this browser, and makes it current. */
export async function chooseLanguage(next: Language): Promise<void> {
  localStorage.setItem(PLACE, next);
  await makeCurrent(next);
}
