/** What an examinee answered an item: letters; null if no answer could be read; undefined if it is not known. */
export type LetterAnswer = string | null | undefined;

const NO_ANSWER = '-';

/** Letters by position as one text, without what is not known at its end; null if nothing is known. */
export function packLetters(letters: readonly LetterAnswer[]): string | null {
  let count = letters.length;
  while (count > 0 && letters[count - 1] === undefined) count--;
  if (count === 0) return null;
  return Array.from({ length: count }, (_, j) =>
    letters[j] === null ? NO_ANSWER : (letters[j] ?? ''),
  ).join(',');
}

/** What `packLetters` made. */
export function unpackLetters(packed: string | null): LetterAnswer[] | null {
  if (packed === null) return null;
  return packed
    .split(',')
    .map((text) => (text === '' ? undefined : text === NO_ANSWER ? null : text));
}
