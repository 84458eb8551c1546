import { type Kysely, sql } from 'kysely';
import type { ScoreTarget } from '../../cat/robust/score-prediction.ts';
import type { Access } from '../access/access.ts';
import type { Tables } from '../schema/tables.ts';

/** The leaderboard that a link shows, with its settings. */
export interface StoredLeaderboard {
  readonly id: string;
  /** With the recorded models. */
  readonly recorded: boolean;
  readonly target: ScoreTarget;
}

/** The panel of an expert's key. */
export interface StoredPanelScope {
  readonly id: string;
  /** As `PanelKind` of the panel. */
  readonly kind: string;
}

/** A key of the service as it is kept. */
export interface StoredKey {
  readonly id: string;
  readonly role: string;
  readonly name: string;
  /** Of its secret, with salt and cost: never the secret. */
  readonly hash: string;
  /** Null for all banks. */
  readonly banks: readonly string[] | null;
  readonly session: string | null;
  /** Of a link; null for all others. */
  readonly leaderboard: StoredLeaderboard | null;
  /** Of an expert; null for all others. */
  readonly panel: StoredPanelScope | null;
  /** The key that made it; null if the host's administrator did. */
  readonly madeBy: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
}

/** Keys of the service: added, revoked, never changed otherwise. */
export interface KeyStore {
  putKey(key: StoredKey): Promise<void>;
  /** Adds a key if the keys that are there allow it; nobody else adds one meanwhile in this way. @returns whether they did */
  putKeyIf(key: StoredKey, allows: (keys: readonly StoredKey[]) => boolean): Promise<boolean>;
  key(id: string): Promise<StoredKey | undefined>;
  /** Newest first. */
  keys(): Promise<StoredKey[]>;
  /** @returns whether there was one that was not revoked yet */
  revokeKey(id: string, at: string): Promise<boolean>;
  keyUsed(id: string, at: string): Promise<void>;
}

export function keyTables(access: Access): KeyStore {
  return {
    async putKey(key) {
      await access.write((trx) => trx.insertInto('service_keys').values(rowOf(key)).execute());
    },
    putKeyIf: (key, allows) =>
      access.write(async (trx) => {
        // SQLite has one writer at a time.
        if (access.dialect === 'postgres')
          await sql`lock table service_keys in share row exclusive mode`.execute(trx);
        if (!allows(await allKeys(trx))) return false;
        await trx.insertInto('service_keys').values(rowOf(key)).execute();
        return true;
      }),
    async key(id) {
      const row = await access.read((db) =>
        db.selectFrom('service_keys').selectAll().where('id', '=', id).executeTakeFirst(),
      );
      return row === undefined ? undefined : keyOf(row);
    },
    keys: () => access.read(allKeys),
    async revokeKey(id, at) {
      const { numUpdatedRows } = await access.write((trx) =>
        trx
          .updateTable('service_keys')
          .set({ revoked_at: at })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },
    async keyUsed(id, at) {
      await access.write((trx) =>
        trx
          .updateTable('service_keys')
          .set({ last_used_at: at })
          .where('id', '=', id)
          .executeTakeFirst(),
      );
    },
  };
}

async function allKeys(db: Kysely<Tables>): Promise<StoredKey[]> {
  const rows = await db
    .selectFrom('service_keys')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(keyOf);
}

/** Columns of `service_keys`. */
export interface ServiceKeysTable {
  id: string;
  role: string;
  name: string;
  hash: string;
  /** Names as a JSON list. */
  banks: string | null;
  session: string | null;
  /** JSON. */
  leaderboard: string | null;
  /** JSON. */
  panel: string | null;
  made_by: string | null;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

function rowOf(key: StoredKey): ServiceKeysTable {
  return {
    id: key.id,
    role: key.role,
    name: key.name,
    hash: key.hash,
    banks: key.banks === null ? null : JSON.stringify(key.banks),
    session: key.session,
    leaderboard: key.leaderboard === null ? null : JSON.stringify(key.leaderboard),
    panel: key.panel === null ? null : JSON.stringify(key.panel),
    made_by: key.madeBy,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
  };
}

function keyOf(row: ServiceKeysTable): StoredKey {
  return {
    id: row.id,
    role: row.role,
    name: row.name,
    hash: row.hash,
    banks: row.banks === null ? null : (JSON.parse(row.banks) as string[]),
    session: row.session,
    leaderboard:
      row.leaderboard === null ? null : (JSON.parse(row.leaderboard) as StoredLeaderboard),
    panel: row.panel === null ? null : (JSON.parse(row.panel) as StoredPanelScope),
    madeBy: row.made_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
  };
}
