import type { Item } from '../../../item-bank/items/item.ts';
import { itemLine } from '../../../item-bank/items/item-line.ts';
import { fail } from '../../errors.ts';
import type { Access } from '../access/access.ts';
import { batches } from '../access/batches.ts';
import { bankNamed, findBank } from '../banks/bank-row.ts';
import { requireUnused } from '../banks/remove-bank.ts';
import type { AnnotationStore, TagChange, TagLogEntry, TagsChanged } from './annotation-store.ts';

/** Items that are changed at once. */
const BATCH = 250;
/** Rows of the log that are written at once: a database takes no more parameters. */
const ROWS = 100;

/** See `AnnotationStore.changeTags`. */
export async function changeTags(
  access: Access,
  name: string,
  changes: readonly TagChange[],
  { by, at, panel }: Parameters<AnnotationStore['changeTags']>[2],
): Promise<TagsChanged> {
  const changesOf = Map.groupBy(changes, ({ item }) => item);
  return await access.write(async (trx) => {
    const bank = await bankNamed(trx, name);
    // Locks the bank, so that no other process makes the same version.
    await trx.updateTable('banks').set({ name }).where('id', '=', bank.id).execute();
    const { version: versionBefore } = await bankNamed(trx, name);
    await requireUnused(trx, name);
    const version = versionBefore + 1;
    const log = [];
    for (const ids of batches([...changesOf.keys()], BATCH)) {
      const rows = await trx
        .selectFrom('items')
        .select(['id', 'position', 'line'])
        .where('bank', '=', bank.id)
        .where('id', 'in', [...ids])
        .execute();
      const found = new Set(rows.map(({ id }) => id));
      const missing = ids.find((id) => !found.has(id));
      if (missing !== undefined) fail('ITEM_UNKNOWN', { item: missing, where: `bank ${name}` });
      for (const { id, position, line } of rows) {
        const item = JSON.parse(line) as Item;
        const tags: Record<string, string> = { ...item.tags };
        const before = log.length;
        for (const { tag, after } of changesOf.get(id)!) {
          const had = tags[tag] ?? null;
          if (had === after) continue;
          if (after === null) delete tags[tag];
          else tags[tag] = after;
          const logged = { bank: bank.id, version, item: id, tag, before: had, after };
          log.push({ ...logged, panel, made_by: by, at });
        }
        if (log.length === before) continue;
        await trx
          .updateTable('items')
          .set({ line: itemLine({ ...item, tags }) })
          .where('bank', '=', bank.id)
          .where('position', '=', position)
          .execute();
      }
    }
    if (log.length === 0) return { changed: 0, lost: [], versionBefore, version: versionBefore };
    for (const rows of batches(log, ROWS))
      await trx
        .insertInto('tag_changes')
        .values([...rows])
        .execute();
    const last = await trx
      .selectFrom('bank_versions')
      .selectAll()
      .where('bank', '=', bank.id)
      .where('version', '=', versionBefore)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('bank_versions')
      .values({ ...last, version, created_at: at })
      .execute();
    await trx.updateTable('banks').set({ version }).where('id', '=', bank.id).execute();
    const lost = log.filter(({ after }) => after === null).map(({ item }) => item);
    return { changed: log.length, lost: [...new Set(lost)], versionBefore, version };
  });
}

/** See `AnnotationStore.tagLog`. */
export function tagLog(access: Access, name: string): Promise<TagLogEntry[]> {
  return access.read(async (db) => {
    const bank = await findBank(db, name);
    if (bank === undefined) return [];
    const rows = await db
      .selectFrom('tag_changes')
      .select(['version', 'item', 'tag', 'before', 'after', 'panel', 'made_by', 'at'])
      .where('bank', '=', bank.id)
      .orderBy('number')
      .execute();
    return rows.map(({ made_by, ...row }) => ({ ...row, by: made_by }));
  });
}
