/** What Python's `str.split()` takes as blank. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: Python splits at them
const BLANKS = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

/**
 * The tokens of mteval-v13a, as sacreBLEU's tokeniser `13a` splits them: at blanks, with punctuation and symbols of ASCII as
 * tokens, but full stops and commas between digits kept. Upper and lower case differ.
 *
 * @see Post (2018), A call for clarity in reporting BLEU scores, WMT
 */
export function mtevalTokens(text: string): string[] {
  const line = text
    .trimEnd()
    .replaceAll('<skipped>', '')
    .replaceAll('-\n', '')
    .replaceAll('\n', ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
  return westernTokens(` ${line} `);
}

/** The part for Western languages, which follows the splitting of Chinese characters too. */
export function westernTokens(line: string): string[] {
  return line
    .replace(/[{-~[-` -&(-+:-@/]/g, ' $& ')
    .replace(/([^0-9])([.,])/gu, '$1 $2 ')
    .replace(/([.,])([^0-9])/gu, ' $1 $2')
    .replace(/([0-9])(-)/g, '$1 $2 ')
    .split(BLANKS)
    .filter((token) => token !== '');
}
