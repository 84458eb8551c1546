import { loadBuiltinBank } from '../../../item-bank/builtin/load.ts';
import { loadBuiltinHashes, loadPublishedHashes } from '../../../item-bank/builtin/load-hashes.ts';
import { BUILTIN_BANKS, isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { publishedItem } from '../../../item-bank/builtin/published-text.ts';
import type { AttachTarget } from '../../../item-bank/import/attach-items.ts';
import type { Item } from '../../../item-bank/items/item.ts';
import { fail } from '../../errors.ts';
import { withoutText } from '../../question-text.ts';
import type { Store } from '../../store/store.ts';

/** The built-in bank that question text is attached to. @throws OPTION_INVALID */
export function attachTarget(name: string): AttachTarget {
  if (!isBuiltinBank(name))
    fail('OPTION_INVALID', {
      option: 'to',
      found: JSON.stringify(name),
      accepted: `a built-in bank (${BUILTIN_BANKS.join(', ')}); for a bank of your own use: thetarank bank import FILE --name NAME`,
    });
  const bank = loadBuiltinBank(name);
  const hashes = loadBuiltinHashes(bank);
  if (hashes === null)
    fail('OPTION_INVALID', {
      option: 'to',
      found: name,
      accepted: `mmlu-pro or cruxeval-o. ${withoutText(name)}`,
    });
  const tags = Object.entries(bank.tags);
  const tagsOf = (index: number) =>
    Object.fromEntries(tags.map(([tag, { values, codes }]) => [tag, values[codes[index]]]));
  const idPrefix = bank.harness?.idPrefix;
  const published = (record: unknown) => publishedItem(name, record);
  const publishedHashes = loadPublishedHashes(bank);
  return { items: bank.items, hashes, publishedHashes, idPrefix, tagsOf, published };
}

/** Stores the missing items of a built-in bank. @returns their number, and the number of all items with text */
export async function keepText(
  store: Store,
  name: string,
  items: readonly Item[],
): Promise<{ readonly added: number; readonly withText: number; readonly all: number }> {
  const bank = loadBuiltinBank(name);
  const known = await store.knownItems(name);
  const added = await store.addItems(
    { name, title: bank.title, builtin: name },
    items.filter(({ id }) => !known.has(id)),
    new Date().toISOString(),
  );
  return { added, withText: (await store.bank(name))?.items ?? 0, all: bank.items.length };
}
