import type { ItemTag } from '../bank.ts';

/** A tag whose values are in the order of their first item. */
export function itemTag(values: readonly string[]): ItemTag {
  const codes = new Map([...new Set(values)].map((value, code) => [value, code]));
  return {
    values: [...codes.keys()],
    codes: Uint16Array.from(values, (value) => codes.get(value) ?? 0),
  };
}
