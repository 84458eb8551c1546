/** Items each model is asked by default, */
const DEFAULT_ITEMS = 243;

/** or half of a smaller bank. @param size items of the bank */
export function defaultItems(size: number): number {
  return size >= 2 * DEFAULT_ITEMS ? DEFAULT_ITEMS : Math.ceil(size / 2);
}
