import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import type { Access } from '../access/access.ts';
import { batches } from '../access/batches.ts';
import { rowOf } from '../panels/panels.ts';
import type { Tables } from '../schema/tables.ts';
import type { DecidedSoFar, WritingRefusal, WritingStore } from './writing-store.ts';

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
        for (const part of batches(rows, BATCH))
          await trx
            .insertInto('writing_passages')
            .values([...part])
            .execute();
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
    addRound: (panel, round, plan, { decisions, resolutions }, at) =>
      access.write(async (trx) => {
        // Decisions underway are committed before this, or see the round.
        const own = trx.selectFrom('panels').select('id').where('id', '=', panel);
        await (access.dialect === 'postgres' ? own.forUpdate() : own).execute();
        if (!isDeepStrictEqual(await decidedSoFar(trx, panel), { decisions, resolutions }))
          return false;
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('writing_rounds')
          .values({
            ...{ panel, round, plan: JSON.stringify(plan), findings: null },
            ...{ begun_at: at, ready_at: null },
          })
          .onConflict((conflict) => conflict.columns(['panel', 'round']).doNothing())
          .executeTakeFirst();
        return (numInsertedOrUpdatedRows ?? 0n) > 0n;
      }),
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
        for (const part of batches(rows, BATCH))
          await trx
            .insertInto('writing_questions')
            .values([...part])
            .execute();
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
          ...(await decidedSoFar(db, panel)),
        };
      }),
    answer: (panel, { round, place, expert, answer, answeredAt }) =>
      access.write(async (trx) => {
        const refusal = await roundRefusal(trx, access.dialect, panel, round);
        if (refusal !== null) return refusal;
        await trx
          .insertInto('writing_decisions')
          .values({
            ...{ panel, round, place, expert, answer: JSON.stringify(answer) },
            ...{ answered_at: answeredAt, decision: null, decided_at: null },
          })
          .onConflict((conflict) =>
            conflict.columns(['panel', 'round', 'place', 'expert']).doNothing(),
          )
          .execute();
        return null;
      }),
    decide: (panel, { round, place, expert, decision, decidedAt }) =>
      access.write(async (trx) => {
        const refusal = await roundRefusal(trx, access.dialect, panel, round);
        if (refusal !== null) return refusal;
        const { numUpdatedRows } = await trx
          .updateTable('writing_decisions')
          .set({ decision: JSON.stringify(decision), decided_at: decidedAt })
          .where('panel', '=', panel)
          .where('round', '=', round)
          .where('place', '=', place)
          .where('expert', '=', expert)
          .executeTakeFirst();
        return numUpdatedRows > 0n ? null : 'unanswered';
      }),
    resolve: (panel, { round, place, accepts, comment, by, at }) =>
      access.write(async (trx) => {
        const refusal = (await lastRound(trx, access.dialect, panel)).refusal;
        if (refusal !== null) return refusal;
        const later = await trx
          .selectFrom('writing_questions')
          .select('round')
          .where('panel', '=', panel)
          .where('place', '=', place)
          .where('round', '>', round)
          .limit(1)
          .executeTakeFirst();
        if (later !== undefined) return 'replaced';
        const made = { accepts: Number(accepts), comment, made_by: by, at };
        await trx
          .insertInto('writing_resolutions')
          .values({ panel, round, place, ...made })
          .onConflict((conflict) => conflict.columns(['panel', 'round', 'place']).doUpdateSet(made))
          .execute();
        return null;
      }),
  };
}

/** By round, then place, then expert. */
async function decidedSoFar(db: Kysely<Tables>, panel: string): Promise<DecidedSoFar> {
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
}

/** The last round, and why its panel takes no decisions now. No round is added, and the panel stays open, before the transaction ends. */
async function lastRound(
  trx: Transaction<Tables>,
  dialect: Access['dialect'],
  panel: string,
): Promise<{ readonly round: number; readonly refusal: WritingRefusal | null }> {
  const own = trx
    .selectFrom('panels')
    .select('id')
    .where('id', '=', panel)
    .where('closed_at', 'is', null);
  const open = await (dialect === 'postgres' ? own.forShare() : own).executeTakeFirst();
  const last = await trx
    .selectFrom('writing_rounds')
    .select(['round', 'ready_at'])
    .where('panel', '=', panel)
    .orderBy('round', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const refusal = open === undefined ? 'closed' : last.ready_at === null ? 'asking' : null;
  return { round: last.round, refusal };
}

/** Why the experts' part of a round takes nothing now. */
async function roundRefusal(
  trx: Transaction<Tables>,
  dialect: Access['dialect'],
  panel: string,
  round: number,
): Promise<WritingRefusal | null> {
  const last = await lastRound(trx, dialect, panel);
  return last.refusal ?? (last.round > round ? 'replaced' : null);
}
