import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fail } from '../../src/errors.ts';
import { nearestNames } from '../../src/nearest.ts';
import type { Bank } from '../bank.ts';
import { decodeBank } from '../format.ts';
import { type BankTaxonomy, bankTaxonomy } from '../taxonomies/bank-taxonomy.ts';
import { builtinTaxonomy } from '../taxonomies/load-taxonomy.ts';
import { BUILTIN_BANKS, type BuiltinBank, isBuiltinBank } from './names.ts';

/** The taxonomies of their tags. */
const TAXONOMIES: Readonly<Partial<Record<BuiltinBank, string>>> = { climedbench: 'climedbench' };

/**
 * Reads a built-in bank from the package's own files.
 *
 * @throws NAME_UNKNOWN if there is none of that name; BANK_DAMAGED where its file is missing or is no bank file
 */
export function loadBuiltinBank(name: string): Bank {
  if (!isBuiltinBank(name))
    fail('NAME_UNKNOWN', { kind: 'bank', name, nearest: nearestNames(name, BUILTIN_BANKS) });
  const file = fileURLToPath(import.meta.resolve(`#assets/banks/${name}.bank`));
  return { ...decodeBank(read(file), file), taxonomy: taxonomyOfBuiltin(name) };
}

/** The taxonomy of a built-in bank, without reading the bank; undefined if it has none. */
export function taxonomyOfBuiltin(name: BuiltinBank): BankTaxonomy | undefined {
  const taxonomy = TAXONOMIES[name];
  return taxonomy === undefined ? undefined : bankTaxonomy(builtinTaxonomy(taxonomy));
}

function read(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return fail('BANK_DAMAGED', {
      file,
      reason: code === 'ENOENT' ? 'no such file' : String(code),
    });
  }
}
