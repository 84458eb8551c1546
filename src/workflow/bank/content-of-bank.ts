import { loadBuiltinHashes, loadPublishedHashes } from '../../../item-bank/builtin/load-hashes.ts';
import { knownContents } from '../../../item-bank/import/logs/known-content.ts';
import type { ItemContent } from '../../../item-bank/items/content-hash.ts';
import { fail } from '../../errors.ts';

/** Finds items of a built-in bank by their content. @throws OPTION_INVALID for a bank without content hashes */
export function contentsOfBank(bank: {
  readonly name: string;
  readonly items: readonly string[];
}): (asked: ItemContent) => number | undefined {
  const hashes = loadBuiltinHashes(bank);
  if (hashes === null)
    return fail('OPTION_INVALID', {
      option: '--bank',
      found: `${bank.name}, and results of lighteval or OpenCompass, which name no items`,
      accepted:
        'a bank whose items are known by their content: mmlu-pro or cruxeval-o; other logs name their items',
    });
  return knownContents([hashes, loadPublishedHashes(bank) ?? []]);
}
