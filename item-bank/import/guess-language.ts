/** Of letters, this share of Chinese characters: a Chinese text may be full of Latin abbreviations. */
const LEAST_HAN = 0.2;

/** `zh` or `en`, by the share of Chinese characters among the letters. Who knows better says so. */
export function guessLanguage(texts: readonly string[]): 'zh' | 'en' {
  let han = 0;
  let others = 0;
  for (const text of texts) {
    const start = text.slice(0, 2000);
    han += start.match(/\p{Script=Han}/gu)?.length ?? 0;
    others += start.match(/[\p{L}--\p{Script=Han}]/gv)?.length ?? 0;
  }
  return han > 0 && han >= LEAST_HAN * (han + others) ? 'zh' : 'en';
}
