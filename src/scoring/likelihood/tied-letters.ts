/** The answer where options are equally likely, such as `A=C`: not letters that could be compared with a key. */
export function tiedLetters(letters: readonly string[]): string {
  return letters.join('=');
}

/** Whether an answer is a tie between options. */
export function isTie(extracted: string | null): boolean {
  return extracted !== null && /^[A-Z](?:=[A-Z])+$/.test(extracted);
}
