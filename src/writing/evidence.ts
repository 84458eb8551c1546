import { compatibleForm } from '../text/compatible-form.ts';

const NEITHER = /[^\p{L}\p{N}]+/gu;
/** A shorter quote proves nothing. */
const LEAST = 6;

/** A text without case, width, blanks and punctuation. */
export function plainForm(text: string): string {
  return compatibleForm(text).toLowerCase().replaceAll(NEITHER, '');
}

/** Whether a quote stands in a passage, but for case, width, blanks and punctuation. */
export function isQuoted(passage: string, quote: string): boolean {
  const plain = plainForm(quote);
  return plain.length >= LEAST && plainForm(passage).includes(plain);
}
