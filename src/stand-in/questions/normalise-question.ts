/** A text as questions are compared: Unicode normal form C, and no white space, since prompts break lines again. */
export function normaliseQuestion(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, '');
}
