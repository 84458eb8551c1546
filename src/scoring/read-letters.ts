/** Letters as they were read from an output to a choice item; null if there was no answer, undefined for any other text. */
export function readLetters(extracted: string | null): string | null | undefined {
  return extracted === null || /^[A-Z]+$/.test(extracted) ? extracted : undefined;
}
