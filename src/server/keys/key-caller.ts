import { ROLES, type Role } from '../../api/keys.ts';
import type { PanelKind } from '../../store/panels/panels.ts';
import type { StoredKey } from '../../store/service/service-keys.ts';
import type { Caller } from '../caller.ts';

/** The caller of a stored key. */
export function callerOf(key: StoredKey): Caller {
  const { id, name, banks, session, leaderboard, expiresAt } = key;
  const panel = key.panel === null ? null : { ...key.panel, kind: key.panel.kind as PanelKind };
  return { id, name, role: roleOf(key), banks, session, leaderboard, panel, expiresAt };
}

/** The role of a stored key. */
export function roleOf({ id, role }: StoredKey): Role {
  const known = ROLES.find((one) => one === role);
  if (known === undefined) throw new Error(`key ${id}: the role ${role} is unknown`);
  return known;
}
