/** A tag and its values in the words of a report, in its order. */
export interface TagWords {
  readonly name: string;
  readonly values: { readonly value: string; readonly name: string }[];
}

/** By tag; only tags that a taxonomy names. */
export type WordsOfTags = Readonly<Record<string, TagWords>>;

/** The name of a tag, and those of `values` in the order of the words. Values without words follow, under their own names. */
export function wordsOf(
  words: WordsOfTags | null | undefined,
  tag: string,
  values: readonly string[],
): TagWords {
  const own = words != null && Object.hasOwn(words, tag) ? words[tag] : { name: tag, values: [] };
  const named = own.values.filter(({ value }) => values.includes(value));
  const known = new Set(named.map(({ value }) => value));
  const rest = values.filter((value) => !known.has(value)).map((value) => ({ value, name: value }));
  return { name: own.name, values: [...named, ...rest] };
}
