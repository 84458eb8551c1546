import type { ItemDraft } from '../item-draft.ts';

/** Of each text, so many characters are looked at. */
const LOOK = 2000;
const HAN = /\p{Script=Han}/gu;
/** Two or more letters that are not Chinese. Commands of LaTeX, what follows their brace, and calls of functions are parts of formulas. */
const WORD = /(?<![\p{L}\\\{])[\p{L}--\p{Script=Han}]{2,}(?![\p{L}\(])/gv;
/** A word that formulas, symbols and units do not have: four letters or more, all but the first in lower case. */
const PLAIN = /^\p{L}\p{Ll}{3,}$/u;
/** Shorter words that ask a question or are in most sentences. */
const SHORT =
  /^(?:the|an|of|to|is|are|was|were|do|does|did|can|who|why|how|he|she|it|its|we|you|from|and|not)$/i;

type Texts = Pick<ItemDraft, 'stem' | 'options' | 'context'>;

/** Guesses the languages of the items of a file one after another. */
export interface LanguageGuess {
  of(item: Texts): 'zh' | 'en';
}

/**
 * `zh` or `en`, by each item's own words: those of its question, else those of its options, else those of its context. An item
 * without words, such as a formula, has the language of most items before it.
 */
export function languageGuess(): LanguageGuess {
  const counts = { zh: 0, en: 0 };
  return {
    of({ stem, options = {}, context = '' }) {
      const language =
        languageOf([stem]) ??
        languageOf([stem, ...Object.values(options)]) ??
        languageOf([context]);
      if (language === null) return counts.zh > counts.en ? 'zh' : 'en';
      counts[language]++;
      return language;
    },
  };
}

/** By whether Chinese characters or words in other letters are more; null for texts that have neither. */
function languageOf(texts: readonly string[]): 'zh' | 'en' | null {
  let han = 0;
  let words = 0;
  let hasPlain = false;
  for (const text of texts) {
    const start = text.slice(0, LOOK);
    han += start.match(HAN)?.length ?? 0;
    const own = start.match(WORD) ?? [];
    words += own.length;
    hasPlain ||= own.some((word) => PLAIN.test(word) || SHORT.test(word));
  }
  if (han > 0 && (han >= words || !hasPlain)) return 'zh';
  return hasPlain ? 'en' : null;
}
