import type { Kysely } from 'kysely';
import type { Item } from '../../../item-bank/items/item.ts';
import type { DecisionKind, ReviewEntry } from '../../../item-bank/review/decision.ts';
import { foldLog } from '../../../item-bank/review/fold-log.ts';
import { promotedItem, reviewedItem } from '../../../item-bank/review/reviewed-item.ts';
import { batches } from '../access/batches.ts';
import type { Tables } from '../schema/tables.ts';

/** An item that the review of its bank has ever changed: as it was imported, and as the review leaves it. */
export interface ReviewedItem {
  readonly imported: Item;
  /** The same as `imported` if every change was undone. */
  readonly current: Item;
  /** The letters of every key it ever had, by the content hash that it had with it; empty for an item without options. */
  readonly keyOf: ReadonlyMap<string, string>;
}

/** Whether an item has ever had this content hash: as it was imported, or with another key. */
export function hadHash({ imported, keyOf }: ReviewedItem, hash: string): boolean {
  return hash === imported.hash || keyOf.has(hash);
}

/** Such items of a bank, by id. */
export type ReviewedItems = ReadonlyMap<string, ReviewedItem>;

/** Decisions that change an item. */
const CHANGING: ReadonlySet<string> = new Set(['correct', 'retire', 'promote']);

/** Lines of items are read this many at a time. */
const PAGE = 250;

/** The log of a bank, oldest first. */
export async function readLog(db: Kysely<Tables>, bank: number): Promise<ReviewEntry[]> {
  const rows = await db
    .selectFrom('decisions')
    .select(['number', 'item', 'decision', 'key', 'note', 'made_by', 'at', 'undoes'])
    .where('bank', '=', bank)
    .orderBy('number')
    .execute();
  return rows.map(({ decision, key, made_by, ...row }) => ({
    ...row,
    decision: decision as DecisionKind | 'undo',
    key: key === null ? null : (JSON.parse(key) as string[]),
    by: made_by,
  }));
}

/** The items of a bank that entries of a log have ever changed. */
export async function reviewedBy(
  db: Kysely<Tables>,
  bank: number,
  log: readonly ReviewEntry[],
): Promise<ReviewedItems> {
  const { standing, promoted } = foldLog(log);
  const changing = log.filter(({ decision }) => CHANGING.has(decision));
  const changesOf = Map.groupBy(changing, ({ item }) => item);
  const reviewed = new Map<string, ReviewedItem>();
  for (const some of batches([...changesOf.keys()], PAGE)) {
    const rows = await db
      .selectFrom('items')
      .select('line')
      .where('bank', '=', bank)
      .where('id', 'in', some)
      .execute();
    for (const { line } of rows) {
      const imported = JSON.parse(line) as Item;
      const entry = standing.get(imported.id);
      const changes = changesOf.get(imported.id)!;
      const states = changes.map((change, k) => reviewedItem(imported, change, k + 1));
      // An accepted item is as it was imported.
      const content = states[changes.indexOf(entry!)] ?? imported;
      const promotion = promoted.get(imported.id);
      const current =
        promotion === undefined
          ? content
          : promotedItem(content, imported, changes.indexOf(promotion) + 1);
      const keyOf = new Map(
        [imported, ...states].flatMap((item) =>
          'options' in item ? [[item.hash, item.key.join('')]] : [],
        ),
      );
      reviewed.set(imported.id, { imported, current, keyOf });
    }
  }
  return reviewed;
}

/** The items of a bank that its review has ever changed. */
export async function reviewedItems(db: Kysely<Tables>, bank: number): Promise<ReviewedItems> {
  return reviewedBy(db, bank, await readLog(db, bank));
}
