import type { Access } from '../access/access.ts';

/** What the experts of a panel do: rate open answers, review labels of items, or review written questions. */
const PANEL_KINDS = ['rating', 'annotation', 'writing'] as const;
export type PanelKind = (typeof PANEL_KINDS)[number];

/** Experts with one common work. What they do is in tables of its kind. */
export interface StoredPanel {
  readonly id: string;
  readonly kind: PanelKind;
  /** By name; null if its work belongs to no bank. */
  readonly bank: string | null;
  readonly title: string;
  /** All that it was made with: JSON of its kind. It never changes. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** The key that made it; null if a command did. */
  readonly madeBy: string | null;
  readonly createdAt: string;
  /** Closed panels take nothing more; null while it is open. */
  readonly closedAt: string | null;
}

/** Panels of experts: added with their work by the store of their kind, and closed; never changed otherwise. */
export interface PanelStore {
  get(id: string): Promise<StoredPanel | undefined>;
  /** Newest first. */
  list(kind?: PanelKind): Promise<StoredPanel[]>;
  /** @returns whether it was open */
  close(id: string, at: string): Promise<boolean>;
  /** Takes up a closed panel again. @returns whether it was closed */
  reopen(id: string): Promise<boolean>;
}

/** Columns of `panels`. */
export interface PanelsTable {
  id: string;
  kind: string;
  bank: string | null;
  title: string;
  /** JSON. */
  configuration: string;
  made_by: string | null;
  created_at: string;
  closed_at: string | null;
}

export function panelTables(access: Access): PanelStore {
  return {
    async get(id) {
      const row = await access.read((db) =>
        db.selectFrom('panels').selectAll().where('id', '=', id).executeTakeFirst(),
      );
      return row === undefined ? undefined : panelOf(row);
    },
    async list(kind) {
      const rows = await access.read((db) => {
        const all = db.selectFrom('panels').selectAll().orderBy('created_at', 'desc').orderBy('id');
        return (kind === undefined ? all : all.where('kind', '=', kind)).execute();
      });
      return rows.map(panelOf);
    },
    close: (id, at) => change(access, id, at),
    reopen: (id) => change(access, id, null),
  };
}

async function change(access: Access, id: string, closedAt: string | null): Promise<boolean> {
  const { numUpdatedRows } = await access.write((trx) =>
    trx
      .updateTable('panels')
      .set({ closed_at: closedAt })
      .where('id', '=', id)
      .where('closed_at', closedAt === null ? 'is not' : 'is', null)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n;
}

/** A panel as a row. */
export function rowOf(panel: StoredPanel): PanelsTable {
  return {
    id: panel.id,
    kind: panel.kind,
    bank: panel.bank,
    title: panel.title,
    configuration: JSON.stringify(panel.configuration),
    made_by: panel.madeBy,
    created_at: panel.createdAt,
    closed_at: panel.closedAt,
  };
}

function panelOf(row: PanelsTable): StoredPanel {
  return {
    id: row.id,
    kind: row.kind as PanelKind,
    bank: row.bank,
    title: row.title,
    configuration: JSON.parse(row.configuration),
    madeBy: row.made_by,
    createdAt: row.created_at,
    closedAt: row.closed_at,
  };
}
