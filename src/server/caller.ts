import type { Role } from '../api/keys.ts';

/** Who sends a request: what its key says. */
export interface Caller {
  /** Number of the key. */
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** The banks that the key is good for; null for all. */
  readonly banks: readonly string[] | null;
  /** The one session of an examinee; null for all others. */
  readonly session: string | null;
  /** ISO 8601; null if it does not expire. */
  readonly expiresAt: string | null;
}

/** Whether a key is good for a bank; an examinee's is for none: all it sees is its session. */
export function mayUseBank(caller: Caller, bank: string): boolean {
  if (caller.role === 'examinee') return false;
  return caller.banks === null || caller.banks.includes(bank);
}
