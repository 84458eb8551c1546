import { BUILTIN_BANKS, isBuiltinBank } from '../../item-bank/builtin/names.ts';
import { fail } from '../errors.ts';
import { nearestNames } from '../nearest.ts';
import type { BankSummary, Store } from '../store/store.ts';

/** The bank `name` as the database has it. @throws NAME_UNKNOWN; BANK_NOT_KEPT for a built-in bank that the database does not have */
export async function bankOf(store: Store, name: string): Promise<BankSummary> {
  const bank = await store.bank(name);
  if (bank !== undefined) return bank;
  if (isBuiltinBank(name)) return fail('BANK_NOT_KEPT', { bank: name });
  const names = (await store.banks()).map((each) => each.name);
  const known = [...new Set([...names, ...BUILTIN_BANKS])];
  return fail('NAME_UNKNOWN', { kind: 'bank', name, nearest: nearestNames(name, known) });
}
