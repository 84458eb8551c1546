import { type Kysely, sql } from 'kysely';
import { BATCH } from '../access/batches.ts';
import type { Tables } from '../schema/tables.ts';
import type { CopiedTable } from './copied-tables.ts';
import type { Cell } from './row-digest.ts';

/** By column. */
export type Row = Readonly<Record<string, Cell>>;

/** Pages of the copied rows of a table in the order of its key, each read by a query of its own. */
export async function* tableRows(
  db: Kysely<Tables>,
  { name, key, where = sql`true`, page = BATCH }: CopiedTable,
  columns: readonly string[],
): AsyncGenerator<readonly Row[]> {
  const list = (names: readonly string[]) => sql.join(names.map((one) => sql.ref(one)));
  for (let last: Row | undefined; ; ) {
    const after =
      last === undefined
        ? sql``
        : sql`and (${list(key)}) > (${sql.join(key.map((one) => (last as Row)[one]))})`;
    const { rows } = await sql<Row>`select ${list(columns)} from ${sql.table(name)}
      where ${where} ${after} order by ${list(key)} limit ${sql.lit(page)}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < page) return;
    last = rows[rows.length - 1];
  }
}

export async function countRows(
  db: Kysely<Tables>,
  { name, where = sql`true` }: Pick<CopiedTable, 'name' | 'where'>,
): Promise<number> {
  const { rows } = await sql<{ rows: number | string }>`select count(*) as rows
    from ${sql.table(name)} where ${where}`.execute(db);
  return Number(rows[0].rows);
}
