const LETTER = /^\(?([A-Z])[).:]?$/;
/** What the filters of lm-evaluation-harness write where they find no answer. */
const INVALID = '[invalid]';

/** The letter that a log says was extracted; null if it says that there was none, undefined if it does not say. */
export function loggedLetter(text: unknown): string | null | undefined {
  if (typeof text !== 'string') return undefined;
  const plain = text.trim();
  return plain === '' || plain === INVALID ? null : LETTER.exec(plain)?.[1];
}
