import type { Role } from '../api/keys.ts';
import type { StoredLeaderboard } from '../store/service/service-keys.ts';

/** The sender of a request, from its key. */
export interface Caller {
  /** Number of the key. */
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  /** The banks that the key is good for; null for all. */
  readonly banks: readonly string[] | null;
  /** The one session of an examinee; null for all others. */
  readonly session: string | null;
  /** The one leaderboard of a link; null for all others. */
  readonly leaderboard: StoredLeaderboard | null;
  /** ISO 8601; null if it does not expire. */
  readonly expiresAt: string | null;
}

/** Whether a key gives access to a bank. An examinee's key gives access to no bank, only to its session. */
export function mayUseBank(caller: Caller, bank: string): boolean {
  if (caller.role === 'examinee') return false;
  return caller.banks === null || caller.banks.includes(bank);
}
