import { t } from '../words/t.ts';

/** `name (note)`, with the brackets of the reader's language. */
export const withNote = (name: string, note: string): string =>
  t('{name} ({note})', { name, note });

/** `name: text`, with the colon of the reader's language. */
export const labelled = (name: string, text: string): string => t('{name}: {text}', { name, text });

/** Names one after another. */
export const listed = (names: readonly string[]): string => names.join(t(', ||between names'));
