import type { AbsentKind } from '../../scoring/absent.ts';

/** What an examinee answered an item: letters; null if no answer could be read; undefined if it is not known. */
export type LetterAnswer = string | null | undefined;

/** Why an answer is not there, as it is packed. */
const CODES = { unread: '-', truncated: '-t', refused: '-r', tooLong: '-l' } as const;
const KIND_OF = new Map<string, AbsentKind>(
  Object.entries(CODES).map(([kind, code]) => [code, kind as AbsentKind]),
);

/**
 * Letters by position as one text, without what is not known at its end; null if nothing is known.
 * @param absent why the answer at a position is not there; undefined if it is there or unknown
 */
export function packLetters(
  letters: readonly LetterAnswer[],
  absent: (j: number) => AbsentKind | undefined,
): string | null {
  const packed = letters.map((own, j) => {
    const why = absent(j) ?? (own === null ? 'unread' : undefined);
    return why === undefined ? (own ?? '') : CODES[why];
  });
  const count = packed.findLastIndex((text) => text !== '') + 1;
  return count === 0 ? null : packed.slice(0, count).join(',');
}

/** What `packLetters` made. */
export function unpackLetters(packed: string | null): LetterAnswer[] | null {
  if (packed === null) return null;
  return packed
    .split(',')
    .map((text) => (text === '' ? undefined : KIND_OF.has(text) ? null : text));
}

/** Why answers are absent, by item. @param packed by `packLetters` @param items by position */
export function unpackAbsent(
  packed: string | null,
  items: readonly string[],
): Map<string, AbsentKind> {
  const absent = new Map<string, AbsentKind>();
  if (packed === null || !packed.includes('-')) return absent;
  for (const [j, text] of packed.split(',').entries()) {
    const kind = KIND_OF.get(text);
    if (kind !== undefined) absent.set(items[j], kind);
  }
  return absent;
}
