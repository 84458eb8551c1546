/** Up to four letters or digits of ASCII, or any other character, with the white space before them; white space at the end. */
const TOKEN = /\s*(?:[A-Za-z0-9]{1,4}|[^\sA-Za-z0-9])|\s+$/gu;

/** A text in pieces that pass for tokens: they add up to the text, and those of a text are the first ones of any text that continues it
 * after a space. */
export function textTokens(text: string): string[] {
  return text.match(TOKEN) ?? [];
}
