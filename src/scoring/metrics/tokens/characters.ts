import { compatibleForm } from '../../../text/compatible-form.ts';

/** Scripts without blanks between words: each of their characters is a token. */
const SINGLE = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
const TOKEN = new RegExp(`[${SINGLE}]|(?:(?![${SINGLE}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');

/**
 * The Chinese and Japanese characters of a text, each alone, and its runs of other letters and digits, in Unicode form NFKC
 * (full-width forms become ASCII) and in lower case. Everything else only separates.
 *
 * For ASCII text these are the tokens of Google's `rouge-score` without stemming: runs of a–z and 0–9. There, other letters
 * separate as well, so Chinese has no tokens at all.
 */
export function characterTokens(text: string): string[] {
  return compatibleForm(text).toLowerCase().match(TOKEN) ?? [];
}
