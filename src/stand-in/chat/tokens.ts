/** Characters of ASCII that make one token; any other character makes one by itself. */
const ASCII_CHARACTERS = 4;

/** A rough number of tokens, as no tokenizer is known: a quarter of the ASCII characters and each other character. */
export function estimateTokens(text: string): number {
  let quarters = 0;
  for (let k = 0; k < text.length; k++) quarters += text.charCodeAt(k) < 128 ? 1 : ASCII_CHARACTERS;
  return Math.ceil(quarters / ASCII_CHARACTERS);
}

/** The beginning of a text that makes at most `most` tokens. */
export function cutToTokens(text: string, most: number): string {
  let quarters = 0;
  for (let k = 0; k < text.length; k++) {
    quarters += text.charCodeAt(k) < 128 ? 1 : ASCII_CHARACTERS;
    if (quarters > most * ASCII_CHARACTERS) return text.slice(0, k).toWellFormed();
  }
  return text;
}
