/** Of letters, this share of Chinese characters: a Chinese text may be full of Latin abbreviations. */
const LEAST_HAN = 0.2;
/** Texts of fewer letters that are not Chinese say little: formulas, names of drugs. */
const LEAST_LETTERS = 100;

/** Guesses the languages of the items of a file one after another. Who knows better says so. */
export interface LanguageGuess {
  of(texts: readonly string[]): 'zh' | 'en';
}

/**
 * `zh` or `en`, by the share of Chinese characters among the letters; where there are none and few letters, what most items
 * before were.
 */
export function languageGuess(): LanguageGuess {
  const counts = { zh: 0, en: 0 };
  return {
    of(texts) {
      const { han, others } = countLetters(texts);
      const isChinese = han > 0 && han >= LEAST_HAN * (han + others);
      if (!isChinese && others < LEAST_LETTERS) return counts.zh > counts.en ? 'zh' : 'en';
      const language = isChinese ? 'zh' : 'en';
      counts[language]++;
      return language;
    },
  };
}

function countLetters(texts: readonly string[]): { han: number; others: number } {
  let han = 0;
  let others = 0;
  for (const text of texts) {
    const start = text.slice(0, 2000);
    han += start.match(/\p{Script=Han}/gu)?.length ?? 0;
    others += start.match(/[\p{L}--\p{Script=Han}]/gv)?.length ?? 0;
  }
  return { han, others };
}
