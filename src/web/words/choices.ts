import { type Text, t } from './t.ts';

/** The choices of a table whose names are messages, in the reader's language. */
export const choicesOf = <T extends string>(
  table: readonly { readonly value: T; readonly name: Text }[],
) => table.map(({ value, name }) => ({ value, name: t(name) }));

/** The same of a table of words by value. */
export const choicesIn = (table: Readonly<Record<string, Text>>) =>
  Object.entries(table).map(([value, name]) => ({ value, name: t(name) }));
