import type { Selectable, Transaction } from 'kysely';
import type { Access } from '../access/access.ts';
import { batches } from '../access/batches.ts';
import { rowOf as panelRow } from '../panels/panels.ts';
import type { Tables } from '../schema/tables.ts';
import { raterProgress } from './rater-progress.ts';
import type { NewRating, RatingStore } from './rating-store.ts';
import type { RatedAnswer, Rating, RatingsTable, ShownAnswer } from './rating-types.ts';

/** Rows of a statement: SQLite takes some thousand values. */
const ROWS = 100;

export function ratingTables(access: Access): RatingStore {
  return {
    async create(panel, answers, assignments) {
      await access.write(async (trx) => {
        await trx.insertInto('panels').values(panelRow(panel)).execute();
        for (const some of batches(answers, ROWS))
          await trx
            .insertInto('rating_answers')
            .values(some.map((one) => answerRow(panel.id, one)))
            .execute();
        for (const some of batches(assignments, ROWS))
          await trx
            .insertInto('rating_assignments')
            .values(some.map((one) => ({ panel: panel.id, ...one })))
            .execute();
      });
    },
    async answers(panel) {
      const rows = await access.read((db) =>
        db
          .selectFrom('rating_answers')
          .select(['answer', 'model', 'condition', 'item', 'item_hash', 'question', 'label'])
          .select('judgements')
          .where('panel', '=', panel)
          .orderBy('answer')
          .execute(),
      );
      return rows.map(({ item_hash: itemHash, judgements, ...row }) => ({
        ...{ ...row, itemHash },
        judgements: JSON.parse(judgements),
      }));
    },
    async shown(panel, answer) {
      const row = await access.read((db) =>
        db
          .selectFrom('rating_answers')
          .select('shown')
          .where('panel', '=', panel)
          .where('answer', '=', answer)
          .executeTakeFirst(),
      );
      return row === undefined ? undefined : (JSON.parse(row.shown) as ShownAnswer);
    },
    assignments: (panel, rater) =>
      access.read((db) => {
        const all = db
          .selectFrom('rating_assignments')
          .select(['rater', 'place', 'answer'])
          .where('panel', '=', panel)
          .orderBy('rater')
          .orderBy('place');
        return (rater === undefined ? all : all.where('rater', '=', rater)).execute();
      }),
    assign: (panel, rater, answers) =>
      access.write(async (trx) => {
        const known = await trx
          .selectFrom('rating_assignments')
          .select('place')
          .where('panel', '=', panel)
          .where('rater', '=', rater)
          .executeTakeFirst();
        if (known !== undefined) return false;
        const rows = answers.map((answer, place) => ({ panel, rater, place, answer }));
        for (const some of batches(rows, ROWS))
          await trx.insertInto('rating_assignments').values(some).execute();
        return true;
      }),
    rate: (rating) => access.write((trx) => keepRating(trx, rating)),
    latest: (panel, rater) =>
      access.read(async (db) => {
        const all = db
          .selectFrom('ratings as r')
          .selectAll()
          .where('panel', '=', panel)
          .where('revision', '=', (of) =>
            of
              .selectFrom('ratings as other')
              .select(({ fn }) => fn.max('other.revision').as('last'))
              .whereRef('other.panel', '=', 'r.panel')
              .whereRef('other.answer', '=', 'r.answer')
              .whereRef('other.rater', '=', 'r.rater'),
          )
          .orderBy('answer')
          .orderBy('rater');
        return (await (rater === undefined ? all : all.where('rater', '=', rater)).execute()).map(
          ratingOf,
        );
      }),
    progress: (panel) => raterProgress(access, panel),
    history: (panel, answer, rater) =>
      access.read(async (db) => {
        const rows = await db
          .selectFrom('ratings')
          .selectAll()
          .where('panel', '=', panel)
          .where('answer', '=', answer)
          .where('rater', '=', rater)
          .orderBy('revision')
          .execute();
        return rows.map(ratingOf);
      }),
  };
}

async function keepRating(
  trx: Transaction<Tables>,
  { grades, comment, ...about }: NewRating,
): Promise<number | null> {
  const { panel, answer, rater, at } = about;
  const json = JSON.stringify(grades);
  const open = await trx
    .selectFrom('panels')
    .select('id')
    .where('id', '=', panel)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (open === undefined) return null;
  // On PostgreSQL another transaction may take the number: the next round sees it.
  for (;;) {
    const last = await trx
      .selectFrom('ratings')
      .select(['revision', 'grades', 'comment'])
      .where('panel', '=', panel)
      .where('answer', '=', answer)
      .where('rater', '=', rater)
      .orderBy('revision', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last !== undefined && last.grades === json && last.comment === comment)
      return last.revision;
    const revision = (last?.revision ?? 0) + 1;
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('ratings')
      .values({ panel, answer, rater, revision, grades: json, comment, at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 1n) return revision;
  }
}

function answerRow(panel: string, one: RatedAnswer & { readonly shown: ShownAnswer }) {
  return {
    panel,
    answer: one.answer,
    model: one.model,
    condition: one.condition,
    item: one.item,
    item_hash: one.itemHash,
    question: one.question,
    label: one.label,
    judgements: JSON.stringify(one.judgements),
    // Neither database keeps the character U+0000 in text.
    shown: JSON.stringify(one.shown).replaceAll('\\u0000', '\\ufffd'),
  };
}

function ratingOf({ panel: _, grades, ...row }: Selectable<RatingsTable>): Rating {
  return { ...row, grades: JSON.parse(grades) };
}
