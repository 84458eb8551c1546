import type { Kysely, Transaction } from 'kysely';
import type { ReviewReason } from '../../annotation/decide.ts';
import type { Label } from '../../annotation/vote.ts';
import type { Access } from '../access/access.ts';
import { batches } from '../access/batches.ts';
import { rowOf as panelRow } from '../panels/panels.ts';
import type { Tables } from '../schema/tables.ts';
import type {
  AnnotationEntriesTable,
  AnnotationReviewsTable,
  AnnotationStore,
  StoredEntry,
  StoredReview,
} from './annotation-store.ts';
import { changeTags, tagLog } from './change-tags.ts';

/** Rows that are written, or read, at once: a database takes no more parameters. */
const BATCH = 100;
const PAGE = 2000;

export function annotationTables(access: Access): AnnotationStore {
  return {
    async put(panel, entries) {
      const rows = entries.map((entry, k) => ({
        panel: panel.id,
        place: k + 1,
        item: entry.item,
        level: entry.level,
        agreed: entry.agreed === undefined ? null : JSON.stringify(entry.agreed),
        reason: entry.reason,
        queued: Number(entry.isQueued),
        doubt: entry.doubt,
        votes: JSON.stringify(entry.votes),
      }));
      await access.write(async (trx) => {
        await trx.insertInto('panels').values(panelRow(panel)).execute();
        for (const some of batches(rows, BATCH))
          await trx
            .insertInto('annotation_entries')
            .values([...some])
            .execute();
      });
    },

    async entries(panel, which) {
      const all: StoredEntry[] = [];
      for (let last = 0; ; ) {
        const page = await access.read(async (db) => {
          const some = db
            .selectFrom('annotation_entries')
            .selectAll()
            .where('panel', '=', panel)
            .where('place', '>', last)
            .orderBy('place')
            .limit(PAGE);
          const rows = await (which === 'queue' ? some.where('queued', '=', 1) : some).execute();
          if (rows.length === 0) return { rows, reviews: [] };
          const reviews = await db
            .selectFrom('annotation_reviews')
            .selectAll()
            .where('panel', '=', panel)
            .where('place', '>=', rows[0].place)
            .where('place', '<=', rows[rows.length - 1].place)
            .orderBy('place')
            .orderBy('at')
            .orderBy('reviewer')
            .execute();
          return { rows, reviews };
        });
        const reviewsOf = Map.groupBy(page.reviews, ({ place }) => place);
        for (const row of page.rows) all.push(entryOf(row, reviewsOf.get(row.place) ?? []));
        if (page.rows.length < PAGE) return all;
        last = page.rows[page.rows.length - 1].place;
      }
    },

    entry: (panel, place) => access.read((db) => entryAt(db, panel, place)),

    review: (panel, place, { reviewer, label, note, at }, decides, isOpen) =>
      access.write(async (trx) => {
        if (access.dialect === 'postgres') await lockEntry(trx, panel, place);
        const open = await trx
          .selectFrom('panels')
          .select('id')
          .where('id', '=', panel)
          .where('closed_at', 'is', null)
          .executeTakeFirst();
        if (open === undefined) return 'closed';
        const entry = await entryAt(trx, panel, place);
        if (entry === undefined || !isOpen(entry)) return 'finished';
        const values = { label: JSON.stringify(label), note, at };
        await trx
          .insertInto('annotation_reviews')
          .values({ panel, place, decides: Number(decides), reviewer, ...values })
          .onConflict((conflict) =>
            conflict.columns(['panel', 'place', 'decides', 'reviewer']).doUpdateSet(values),
          )
          .execute();
        return null;
      }),

    changeTags: (bank, changes, mark) => changeTags(access, bank, changes, mark),
    tagLog: (bank) => tagLog(access, bank),
  };
}

/** Nobody closes the panel or reviews the entry before the transaction ends. */
async function lockEntry(trx: Transaction<Tables>, panel: string, place: number): Promise<void> {
  await trx.selectFrom('panels').select('id').where('id', '=', panel).forShare().execute();
  await trx
    .selectFrom('annotation_entries')
    .select('place')
    .where('panel', '=', panel)
    .where('place', '=', place)
    .forUpdate()
    .execute();
}

async function entryAt(
  db: Kysely<Tables>,
  panel: string,
  place: number,
): Promise<StoredEntry | undefined> {
  const row = await db
    .selectFrom('annotation_entries')
    .selectAll()
    .where('panel', '=', panel)
    .where('place', '=', place)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const reviews = await db
    .selectFrom('annotation_reviews')
    .selectAll()
    .where('panel', '=', panel)
    .where('place', '=', place)
    .orderBy('at')
    .orderBy('reviewer')
    .execute();
  return entryOf(row, reviews);
}

function entryOf(
  row: AnnotationEntriesTable,
  reviews: readonly AnnotationReviewsTable[],
): StoredEntry {
  const decisions = reviews.filter(({ decides }) => decides === 1);
  return {
    place: row.place,
    item: row.item,
    level: row.level,
    agreed: row.agreed === null ? undefined : (JSON.parse(row.agreed) as Label),
    reason: row.reason as ReviewReason | null,
    isQueued: row.queued === 1,
    doubt: row.doubt,
    votes: JSON.parse(row.votes),
    reviews: reviews.filter(({ decides }) => decides === 0).map(reviewOf),
    // Of several administrators the last one decides.
    decision: decisions.length === 0 ? null : reviewOf(decisions[decisions.length - 1]),
  };
}

function reviewOf({ reviewer, label, note, at }: AnnotationReviewsTable): StoredReview {
  return { reviewer, label: JSON.parse(label) as Label, note, at };
}
