/** More combining marks on one character than any writing has; Unicode's stream-safe format (UAX 15) allows 30. */
const MARKS = /(\p{M}{30})\p{M}+/gu;

/**
 * Unicode form NFKC of a text from outside, in a time that grows with its length: putting n combining marks in order takes n² steps,
 * minutes for a reply of nothing else, so of more than 30 in a row the others are left out.
 */
export function compatibleForm(text: string): string {
  return text.replaceAll(MARKS, '$1').normalize('NFKC');
}
