const DEFAULT_ITEMS = 243;

/** Items each model is asked by default, or half of a smaller bank. */
export function defaultItems(size: number): number {
  return size >= 2 * DEFAULT_ITEMS ? DEFAULT_ITEMS : Math.ceil(size / 2);
}
