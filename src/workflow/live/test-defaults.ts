/** Items each model is asked by default, */
export const DEFAULT_ITEMS = 243;

/** or half of a smaller bank. @param size items of the bank */
export function defaultItems(size: number): number {
  return size >= 2 * DEFAULT_ITEMS ? DEFAULT_ITEMS : Math.ceil(size / 2);
}

/** Answers of one model that may still be awaited when an item is chosen, by default. */
export const DEFAULT_LAG = 8;

/** The same for people, who tire. */
export const PERSON_ITEMS = 30;
