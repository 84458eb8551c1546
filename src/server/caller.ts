import type { PanelKind } from '../store/panels/panels.ts';
import type { StoredLeaderboard } from '../store/service/service-keys.ts';
import type { Role } from '../workflow/keys/roles.ts';

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
  /** The one panel of an expert; null for all others. */
  readonly panel: { readonly id: string; readonly kind: PanelKind } | null;
  /** ISO 8601; null if it does not expire. */
  readonly expiresAt: string | null;
}

/** Whether a key gives access to a bank. Keys of examinees and experts open no bank, only their session or panel. */
export function mayUseBank(caller: Caller, bank: string): boolean {
  if (caller.role === 'examinee' || caller.role === 'expert') return false;
  return caller.banks === null || caller.banks.includes(bank);
}
