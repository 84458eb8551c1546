import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bank } from '../bank.ts';
import { decodeContentHashes } from '../format/content-hashes.ts';

/**
 * The first 16 digits of the content hash of each item of a built-in bank, in its order; null if the bank has none.
 * @throws BANK_DAMAGED
 */
export function loadBuiltinHashes({ name, items }: Pick<Bank, 'name' | 'items'>): string[] | null {
  const file = fileURLToPath(import.meta.resolve(`#assets/banks/${name}.hashes`));
  return existsSync(file) ? decodeContentHashes(readFileSync(file), items, file) : null;
}
