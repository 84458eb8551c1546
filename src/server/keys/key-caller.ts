import type { StoredKey } from '../../store/service/service-keys.ts';
import { panelOf, roleOf } from '../../workflow/keys/kept-keys.ts';
import type { Caller } from '../caller.ts';

/** The caller of a stored key. */
export function callerOf(key: StoredKey): Caller {
  const { id, name, banks, session, leaderboard, expiresAt } = key;
  return {
    id,
    name,
    role: roleOf(key),
    banks,
    session,
    leaderboard,
    panel: panelOf(key),
    expiresAt,
  };
}
