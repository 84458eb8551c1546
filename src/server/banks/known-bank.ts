import { BUILTIN_BANKS, isBuiltinBank } from '../../../item-bank/builtin/names.ts';
import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import type { Store } from '../../store/store.ts';
import { type Caller, mayUseBank } from '../caller.ts';

type Banks = Pick<Store, 'bank' | 'banks'>;

/** Names of all banks, built in or of the database. */
export async function bankNames(store: Pick<Banks, 'banks'>): Promise<string[]> {
  const stored = (await store.banks()).map(({ name }) => name);
  return [...new Set([...stored, ...BUILTIN_BANKS])].sort();
}

/**
 * A bank that exists for this caller. Banks of others look like unknown ones, and errors name only the caller's banks.
 * @throws NAME_UNKNOWN
 */
export async function requireBank(store: Banks, caller: Caller, bank: string): Promise<void> {
  const isThere = mayUseBank(caller, bank) && (isBuiltinBank(bank) || (await store.bank(bank)));
  if (isThere) return;
  const own = (await bankNames(store)).filter((name) => mayUseBank(caller, name));
  fail('NAME_UNKNOWN', { kind: 'bank', name: bank, nearest: nearestNames(bank, own) });
}
