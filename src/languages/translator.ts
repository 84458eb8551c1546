import { IntlMessageFormat } from 'intl-messageformat';
import { type Language, LOCALES } from './language.ts';

/** Chinese for English messages. A message is its own key: ICU MessageFormat, in English. */
export type Catalog<Text extends string = string> = Readonly<Record<Text, string>>;

/** What stands in a message's `{places}`. */
export type Values = Readonly<Record<string, string | number>>;

/** Gives a message of a catalog in one language. */
export type Translate<Text extends string> = (text: Text, values?: Values) => string;

/** Behind it a message says which of two meanings it has, where Chinese tells them apart: `Open||state`. Readers do not see it. */
const CONTEXT = '||';

/**
 * A function from a message of a catalog to that message in `language`, with its values filled in: counts by the rules of
 * plurals, numbers by locale. Only messages of the catalog are accepted, so the compiler finds untranslated ones.
 * @param catalog Chinese by English message; not used for English
 */
export function translator<Text extends string>(
  language: Language,
  catalog: Catalog<Text>,
): Translate<Text> {
  const message = messages(language, catalog);
  return (text, values) => {
    const wording = wordingOf(language, catalog, text);
    return isPlain(wording) ? wording : String(message(text).format(values));
  };
}

/** The same for messages with `<tags>`: what a tag makes of its content stands in `values` by its name. */
export function richTranslator<Text extends string, Part>(
  language: Language,
  catalog: Catalog<Text>,
): (
  text: Text,
  values: Readonly<Record<string, Part | string | number | ((parts: Part[]) => Part)>>,
) => Part | string | (Part | string)[] {
  const message = messages(language, catalog);
  return (text, values) => message(text).format<Part>(values as never);
}

/** Parsed messages, each kept from its first use on. */
function messages<Text extends string>(language: Language, catalog: Catalog<Text>) {
  const parsed = new Map<Text, IntlMessageFormat>();
  return (text: Text): IntlMessageFormat => {
    let found = parsed.get(text);
    if (found === undefined) {
      found = new IntlMessageFormat(wordingOf(language, catalog, text), LOCALES[language]);
      parsed.set(text, found);
    }
    return found;
  };
}

function wordingOf<Text extends string>(
  language: Language,
  catalog: Catalog<Text>,
  text: Text,
): string {
  if (language === 'en') return text.split(CONTEXT, 1)[0];
  return catalog[text] ?? text.split(CONTEXT, 1)[0];
}

/** Whether a message has nothing to be filled in, and no quotes of ICU's own. */
const isPlain = (wording: string) => !/[{}<>']/.test(wording);
