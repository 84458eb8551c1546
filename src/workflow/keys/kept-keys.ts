import { fail } from '../../errors.ts';
import { nearestNames } from '../../nearest.ts';
import type { PanelKind } from '../../store/panels/panels.ts';
import type { StoredKey } from '../../store/service/service-keys.ts';
import type { Store } from '../../store/store.ts';
import { ID_BYTES, keyText, SECRET_BYTES } from './key-text.ts';
import { panelExperts } from './panel-experts.ts';
import { ROLES, type Role } from './roles.ts';
import { hashSecret, SALT_BYTES } from './secret-hash.ts';

export type NewKey = Pick<StoredKey, 'name' | 'session' | 'leaderboard'> & {
  readonly role: Role;
  readonly banks: string[] | null;
  /** Its id. */
  readonly panel: string | null;
  readonly days: number | null;
};
/** A key as it is listed. */
export type KeySummary = Omit<StoredKey, 'hash' | 'role' | 'banks' | 'panel'> & {
  readonly role: Role;
  readonly banks: string[] | null;
  readonly panel: PanelScope | null;
};
interface PanelScope {
  readonly id: string;
  readonly kind: PanelKind;
}
export type MadeKey = KeySummary & { readonly key: string };
/** With the numbers of those that went with it. */
export type RevokedKey = KeySummary & { readonly alsoRevoked: string[] };

/** What keys need besides. */
export interface KeyContext {
  readonly store: Store;
  now(): string;
  randomBytes(count: number): Buffer;
  log(level: 'info', event: string, facts: Readonly<Record<string, unknown>>): void;
}

const DAY = 86_400_000;

/** Creates, lists and revokes keys of the service. */
export interface KeptKeys {
  /**
   * @param by the key that makes it; null for the host's administrator
   * @param until expiry if `days` is not given, ISO 8601; never by default
   * @throws REQUEST_INVALID for a scope that does not go with the role, or a name that is no expert's of the panel
   */
  make(key: NewKey, by: string | null, until?: string | null): Promise<MadeKey>;
  /** Newest first. */
  list(): Promise<KeySummary[]>;
  /** @throws NAME_UNKNOWN */
  get(id: string): Promise<KeySummary>;
  /**
   * The key is refused from now on; repeating this changes nothing. Keys made by a runner's key are revoked with it, because
   * whoever had the key may have these too. Keys that an administrator made stay valid, so that administrators can change
   * theirs.
   * @throws NAME_UNKNOWN
   */
  revoke(id: string): Promise<RevokedKey>;
  /** A new administrator's key if no valid one exists; else null. */
  first(): Promise<MadeKey | null>;
}

/** The name of the notices of revoked keys. */
export const REVOKED = 'revoked-keys';

/** @param forget called with each key that is revoked */
export function keptKeys(
  { store, now, randomBytes, log }: KeyContext,
  forget?: (id: string) => void,
): KeptKeys {
  const newOne = async (
    key: NewKey,
    by: string | null,
    until: string | null,
  ): Promise<{ readonly stored: StoredKey; readonly text: string }> => {
    checkScope(key);
    const panel = key.panel === null ? undefined : await store.panels.get(key.panel);
    if (key.panel !== null && panel === undefined)
      fail('NAME_UNKNOWN', { kind: 'panel', name: key.panel, nearest: null });
    const experts = panel === undefined ? null : await panelExperts(store, panel);
    if (experts !== null && !experts.includes(key.name))
      fail('REQUEST_INVALID', {
        field: 'name',
        found: JSON.stringify(key.name),
        accepted: `the name of an expert of this panel: ${experts.join(', ')}`,
      });
    const id = randomBytes(ID_BYTES).toString('hex');
    const secret = randomBytes(SECRET_BYTES).toString('hex');
    const at = now();
    const stored: StoredKey = {
      id,
      role: key.role,
      name: key.name,
      hash: await hashSecret(secret, randomBytes(SALT_BYTES)),
      banks: key.banks,
      session: key.session,
      leaderboard: key.leaderboard,
      panel: panel === undefined ? null : { id: panel.id, kind: panel.kind },
      madeBy: by,
      createdAt: at,
      expiresAt:
        key.days === null ? until : new Date(Date.parse(at) + key.days * DAY).toISOString(),
      revokedAt: null,
      lastUsedAt: null,
    };
    return { stored, text: keyText({ id, secret }) };
  };
  const told = ({ stored, text }: Awaited<ReturnType<typeof newOne>>): MadeKey => {
    log('info', 'key made', { key: stored.id, role: stored.role, by: stored.madeBy });
    return { ...summaryOf(stored), key: text };
  };
  const make = async (
    key: NewKey,
    by: string | null,
    until: string | null = null,
  ): Promise<MadeKey> => {
    const made = await newOne(key, by, until);
    const { id, createdAt: at } = made.stored;
    await store.putKey(made.stored);
    // Its maker was revoked in the meantime, before this key existed; revoke it too.
    if (by !== null && ((await store.key(by))?.revokedAt ?? null) !== null) {
      await store.revokeKey(id, at);
      fail('KEY_INVALID', { reason: 'it was revoked' });
    }
    return told(made);
  };
  const get = async (id: string) => {
    const found = await store.key(id);
    if (found !== undefined) return summaryOf(found);
    const ids = (await store.keys()).map((key) => key.id);
    return fail('NAME_UNKNOWN', { kind: 'key', name: id, nearest: nearestNames(id, ids) });
  };
  const end = async (id: string) => {
    const isNew = await store.revokeKey(id, now());
    forget?.(id);
    store.notices?.publish(REVOKED, id);
    if (isNew) log('info', 'key revoked', { key: id });
  };

  return {
    make,
    get,
    async list() {
      return (await store.keys()).map(summaryOf);
    },
    async revoke(id) {
      await end(id);
      const key = await get(id);
      const made =
        key.role !== 'runner'
          ? []
          : (await store.keys()).filter((one) => one.madeBy === id && one.revokedAt === null);
      for (const one of made) await end(one.id);
      return { ...key, alsoRevoked: made.map((one) => one.id) };
    },
    async first() {
      const at = now();
      if (hasAdministrator(await store.keys(), at)) return null;
      const key = { role: 'administrator', name: 'first administrator' } as const;
      const scope = { banks: null, session: null, leaderboard: null, panel: null, days: null };
      const made = await newOne({ ...key, ...scope }, null, null);
      // Of several processes that begin on a new database one makes it.
      const isFirst = await store.putKeyIf(made.stored, (keys) => !hasAdministrator(keys, at));
      return isFirst ? told(made) : null;
    },
  };
}

function hasAdministrator(keys: readonly StoredKey[], now: string): boolean {
  return keys.some(
    ({ role, revokedAt, expiresAt }) =>
      role === 'administrator' && revokedAt === null && (expiresAt === null || expiresAt > now),
  );
}

function summaryOf(key: StoredKey): KeySummary {
  return {
    id: key.id,
    role: roleOf(key),
    name: key.name,
    banks: key.banks === null ? null : [...key.banks],
    session: key.session,
    leaderboard: key.leaderboard,
    panel: panelOf(key),
    madeBy: key.madeBy,
    createdAt: key.createdAt,
    expiresAt: key.expiresAt,
    revokedAt: key.revokedAt,
    lastUsedAt: key.lastUsedAt,
  };
}

function checkScope({ role, banks, session, leaderboard, panel }: NewKey): void {
  const refuse = (field: string, found: string, accepted: string) =>
    fail('REQUEST_INVALID', { field, found, accepted });
  if (role === 'examinee' && session === null)
    refuse('session', 'nothing', 'the id of the session that the examinee answers');
  if (role !== 'examinee' && session !== null)
    refuse('session', 'a session', `null for the role ${role}`);
  if (role === 'link' && leaderboard === null)
    refuse('leaderboard', 'nothing', 'the leaderboard that the link shows');
  if (role !== 'link' && leaderboard !== null)
    refuse('leaderboard', 'a leaderboard', `null for the role ${role}`);
  if (role === 'expert' && panel === null)
    refuse('panel', 'nothing', 'the id of the panel that the expert belongs to');
  if (role !== 'expert' && panel !== null) refuse('panel', 'a panel', `null for the role ${role}`);
  if (role !== 'runner' && role !== 'viewer' && banks !== null)
    refuse('banks', 'a list', `null for the role ${role}`);
}

/** The role of a stored key. */
export function roleOf({ id, role }: StoredKey): Role {
  const known = ROLES.find((one) => one === role);
  if (known === undefined) throw new Error(`key ${id}: the role ${role} is unknown`);
  return known;
}

/** The panel of a stored key. */
export function panelOf({ panel }: StoredKey): PanelScope | null {
  return panel === null ? null : { ...panel, kind: panel.kind as PanelKind };
}
