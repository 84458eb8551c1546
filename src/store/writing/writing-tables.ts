import type { Access } from '../access/access.ts';
import { rowOf } from '../panels/panels.ts';
import type { WritingStore } from './writing-store.ts';

/** Rows of one statement. */
const BATCH = 200;

/** What writing panels keep, on either database. */
export function writingTables(access: Access): WritingStore {
  return {
    async begin(panel, passages, plan, at) {
      await access.write(async (trx) => {
        await trx.insertInto('panels').values(rowOf(panel)).execute();
        const rows = passages.map(({ name, text }, place) => ({
          panel: panel.id,
          place,
          name,
          text,
        }));
        for (const part of batches(rows))
          await trx.insertInto('writing_passages').values(part).execute();
        const round = { panel: panel.id, round: 1, plan: JSON.stringify(plan), begun_at: at };
        await trx
          .insertInto('writing_rounds')
          .values({ ...round, findings: null, ready_at: null })
          .execute();
      });
    },
    passages: (panel) =>
      access.read((db) =>
        db
          .selectFrom('writing_passages')
          .select(['name', 'text'])
          .where('panel', '=', panel)
          .orderBy('place')
          .execute(),
      ),
    async addRound(panel, round, plan, at) {
      const { numInsertedOrUpdatedRows } = await access.write((trx) =>
        trx
          .insertInto('writing_rounds')
          .values({
            ...{ panel, round, plan: JSON.stringify(plan), findings: null },
            ...{ begun_at: at, ready_at: null },
          })
          .onConflict((conflict) => conflict.columns(['panel', 'round']).doNothing())
          .executeTakeFirst(),
      );
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    finishRound: (panel, round, questions, findings, at) =>
      access.write(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('writing_rounds')
          .set({ ready_at: at, findings: JSON.stringify(findings) })
          .where('panel', '=', panel)
          .where('round', '=', round)
          .where('ready_at', 'is', null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        const rows = questions.map((one) => ({
          ...{ panel, round, place: one.place, passage: one.passage },
          question: one.question === null ? null : JSON.stringify(one.question),
          issues: JSON.stringify(one.issues),
          failed: Number(one.failed),
          drawn: Number(one.drawn),
        }));
        for (const part of batches(rows))
          await trx.insertInto('writing_questions').values(part).execute();
        return true;
      }),
    record: (panel) =>
      access.read(async (db) => {
        const rounds = await db
          .selectFrom('writing_rounds')
          .selectAll()
          .where('panel', '=', panel)
          .orderBy('round')
          .execute();
        const questions = await db
          .selectFrom('writing_questions')
          .selectAll()
          .where('panel', '=', panel)
          .orderBy('round')
          .orderBy('place')
          .execute();
        const decisions = await db
          .selectFrom('writing_decisions')
          .selectAll()
          .where('panel', '=', panel)
          .orderBy('round')
          .orderBy('place')
          .orderBy('expert')
          .execute();
        const resolutions = await db
          .selectFrom('writing_resolutions')
          .selectAll()
          .where('panel', '=', panel)
          .orderBy('round')
          .orderBy('place')
          .execute();
        return {
          rounds: rounds.map((row) => ({
            ...{ panel, round: row.round, plan: JSON.parse(row.plan) },
            findings: row.findings === null ? null : JSON.parse(row.findings),
            ...{ begunAt: row.begun_at, readyAt: row.ready_at },
          })),
          questions: questions.map((row) => ({
            ...{ round: row.round, place: row.place, passage: row.passage },
            question: row.question === null ? null : JSON.parse(row.question),
            issues: JSON.parse(row.issues),
            ...{ failed: row.failed === 1, drawn: row.drawn === 1 },
          })),
          decisions: decisions.map((row) => ({
            ...{ round: row.round, place: row.place, expert: row.expert },
            ...{ answer: JSON.parse(row.answer), answeredAt: row.answered_at },
            decision: row.decision === null ? null : JSON.parse(row.decision),
            decidedAt: row.decided_at,
          })),
          resolutions: resolutions.map((row) => ({
            ...{ round: row.round, place: row.place, accepts: row.accepts === 1 },
            ...{ comment: row.comment, by: row.made_by, at: row.at },
          })),
        };
      }),
    async answer(panel, { round, place, expert, answer, answeredAt }) {
      const { numInsertedOrUpdatedRows } = await access.write((trx) =>
        trx
          .insertInto('writing_decisions')
          .values({
            ...{ panel, round, place, expert, answer: JSON.stringify(answer) },
            ...{ answered_at: answeredAt, decision: null, decided_at: null },
          })
          .onConflict((conflict) =>
            conflict.columns(['panel', 'round', 'place', 'expert']).doNothing(),
          )
          .executeTakeFirst(),
      );
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    async decide(panel, { round, place, expert, decision, decidedAt }) {
      const { numUpdatedRows } = await access.write((trx) =>
        trx
          .updateTable('writing_decisions')
          .set({ decision: JSON.stringify(decision), decided_at: decidedAt })
          .where('panel', '=', panel)
          .where('round', '=', round)
          .where('place', '=', place)
          .where('expert', '=', expert)
          .executeTakeFirst(),
      );
      return numUpdatedRows > 0n;
    },
    async resolve(panel, { round, place, accepts, comment, by, at }) {
      const made = { accepts: Number(accepts), comment, made_by: by, at };
      await access.write((trx) =>
        trx
          .insertInto('writing_resolutions')
          .values({ panel, round, place, ...made })
          .onConflict((conflict) => conflict.columns(['panel', 'round', 'place']).doUpdateSet(made))
          .execute(),
      );
    },
  };
}

function* batches<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH);
}
