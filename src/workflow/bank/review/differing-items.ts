import type { ReviewedItem, ReviewedItems } from '../../../store/review/reviewed-items.ts';

/** An item that two states of a review leave in different ways. */
export interface DifferingItem {
  readonly id: string;
  readonly before: ReviewedItem;
  readonly after: ReviewedItem;
}

/** How an item differs: another key, no longer used, used again, or counted (or no longer). */
export type Difference = 'corrected' | 'retired' | 'restored' | 'promoted';

/** The items that differ between two states, in the order of the later one. */
export function differingItems(before: ReviewedItems, after: ReviewedItems): DifferingItem[] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((id) => {
    const [x, y] = [before.get(id), after.get(id)];
    const known = (y ?? x)!;
    // What a state does not mention is as it was imported.
    const item = {
      id,
      before: x ?? { ...known, current: known.imported },
      after: y ?? { ...known, current: known.imported },
    };
    return differenceOf(item) === null ? [] : [item];
  });
}

export function differenceOf({ before, after }: DifferingItem): Difference | null {
  const [was, is] = [before.current.status === 'retired', after.current.status === 'retired'];
  if (was !== is) return is ? 'retired' : 'restored';
  if (before.current.hash !== after.current.hash) return 'corrected';
  return before.current.status === after.current.status ? null : 'promoted';
}
