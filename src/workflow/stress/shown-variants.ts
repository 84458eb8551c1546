import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import { changeItem } from '../../stress/change-item.ts';
import { loadSpellingTables } from '../../stress/spelling-tables.ts';
import { isItemVariant, type StressVariant } from '../../stress/variants.ts';
import { readLiveBank } from '../../tested-bank/live-bank.ts';

/** How items of a bank are changed, by option names. */
export interface VariantRequest {
  readonly bank: string;
  readonly variants: readonly StressVariant[];
  readonly share: number;
  readonly seed: number;
}

/** A variant of an item; null where the variant does not apply. */
export interface ShownVariant {
  readonly variant: StressVariant;
  readonly item: Item;
  readonly changed: Item | null;
}

/**
 * Each variant of one item; without an item, each variant of the first item of the bank to which it applies. Changes of the prompt leave the
 * item as it is.
 * @throws NAME_UNKNOWN, ITEM_UNKNOWN, BANK_WITHOUT_TEXT
 */
export async function shownVariants(
  store: Store,
  { bank, variants, share, seed }: VariantRequest,
  id?: string,
): Promise<ShownVariant[]> {
  await readLiveBank(store, bank);
  const tables = await loadSpellingTables();
  const change = (item: Item, variant: StressVariant) =>
    isItemVariant(variant) ? changeItem(item, variant, { share, seed, tables }) : item;
  const shown = new Map<StressVariant, ShownVariant>();
  let items = 0;
  for await (const item of store.items(bank, id === undefined ? undefined : [id])) {
    items++;
    for (const variant of variants) {
      if ((shown.get(variant)?.changed ?? null) !== null) continue;
      shown.set(variant, { variant, item, changed: change(item, variant) });
    }
    if ([...shown.values()].every(({ changed }) => changed !== null)) break;
  }
  if (items === 0) fail('ITEM_UNKNOWN', { item: id ?? '', where: `bank ${bank}` });
  return variants.map((variant) => shown.get(variant)!);
}
