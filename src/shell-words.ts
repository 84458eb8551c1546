/**
 * The words of a command that a user typed as one text: separated by spaces, with '…' or "…" around what has spaces in it. Nothing
 * else is special, since no shell reads the words: no backslash, variable, pattern or redirection. `a"b c"d` is one word.
 * @returns null if a quote is not closed
 */
export function shellWords(text: string): string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (const character of text) {
    if (quote !== '') {
      if (character === quote) quote = '';
      else word += character;
    } else if (character === "'" || character === '"') {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + character;
  }
  if (quote !== '') return null;
  return word === null ? words : [...words, word];
}
