import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bank } from '../bank.ts';
import { decodeContentHashes } from '../format/content-hashes.ts';

/**
 * The first 16 digits of the content hash of each item of a built-in bank, in its order; null if the bank has none.
 * @throws BANK_DAMAGED
 */
export function loadBuiltinHashes(bank: Pick<Bank, 'name' | 'items'>): string[] | null {
  return hashesIn(bank, bank.name);
}

/** The same of the items that `publishedItem` makes; null if it makes none of this bank. @throws BANK_DAMAGED */
export function loadPublishedHashes(bank: Pick<Bank, 'name' | 'items'>): string[] | null {
  return hashesIn(bank, `${bank.name}.published`);
}

function hashesIn({ items }: Pick<Bank, 'items'>, name: string): string[] | null {
  const file = fileURLToPath(import.meta.resolve(`#assets/banks/${name}.hashes`));
  return existsSync(file) ? decodeContentHashes(readFileSync(file), items, file) : null;
}
