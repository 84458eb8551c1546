import { Rejection } from './records/records.ts';

const MOST = 26;

/** The letter of the option at `index`, from 0. */
export function letterAt(index: number): string {
  return String.fromCharCode(65 + index);
}

/** True where every text is its own letter, A of the first, B of the second: such options ask nothing. */
export function bareLetters(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.every((text, k) => text.trim() === letterAt(k));
}

/** Option texts in order, by letter from A. Blank ones keep their letter until they are left out. */
export function lettered(texts: readonly string[]): Record<string, string> {
  if (texts.length > MOST)
    throw new Rejection(`${texts.length} options; accepted: at most ${MOST}`);
  return Object.fromEntries(texts.map((text, k) => [letterAt(k), text]));
}

/**
 * The letters of a key written as `B`, `ABD`, `a, b` or `B、D`, in the order written. Full-width letters count as letters.
 * @throws Rejection for anything else
 */
export function keyLetters(text: string): string[] {
  const letters = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s,;/|、]/g, '');
  if (!/^[A-Z]{1,26}$/.test(letters)) {
    throw new Rejection(text.trim() === '' ? 'no key' : 'a key that is not made of letters');
  }
  return [...letters];
}

/** The letters of a set of right options, ascending. */
export function sortedLetters(letters: readonly string[]): string[] {
  return [...letters].sort();
}
