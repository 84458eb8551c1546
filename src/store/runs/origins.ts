import { type Insertable, type Selectable, sql } from 'kysely';
import type { AnswerOrigin, RunAnswer, RunStore } from '../../run/run-record.ts';
import { keepable } from '../../text/keepable.ts';
import type { Access } from '../access/access.ts';
import type { Tables } from '../schema/tables.ts';

/** Where an answer came from, as a row; null if there is nothing to say. `examinee` is the examinee's. */
export function originRow(
  run: number,
  examinee: number,
  { place, served, reusedFrom, at }: RunAnswer,
): Insertable<Tables['answer_origins']> | null {
  if (served === undefined && reusedFrom === undefined) return null;
  return {
    run,
    examinee,
    place,
    model: keepable(served?.model ?? null),
    fingerprint: keepable(served?.fingerprint ?? null),
    reused_from: reusedFrom ?? null,
    kept_at: at,
  };
}

/** What a row says of an answer; the row may be missing. */
export function rowOrigin({
  model,
  fingerprint,
  reused_from: reusedFrom,
}: Pick<
  Partial<Selectable<Tables['answer_origins']>>,
  'model' | 'fingerprint' | 'reused_from'
>): Pick<RunAnswer, 'served' | 'reusedFrom'> {
  const isServed = model != null || fingerprint != null;
  return {
    ...(isServed && { served: { model: model ?? null, fingerprint: fingerprint ?? null } }),
    ...(reusedFrom != null && { reusedFrom }),
  };
}

/** Which models the answers of runs came from. */
export function originTables(access: Access): Pick<RunStore, 'origins'> {
  return {
    async origins(run) {
      const isReused = sql<number>`case when answer_origins.reused_from is null then 0 else 1 end`;
      const rows = await access.read((db) =>
        db
          .selectFrom('answer_origins')
          .innerJoin('examinees', 'examinees.id', 'answer_origins.examinee')
          .select(['examinees.name', 'answer_origins.model', 'answer_origins.fingerprint'])
          .select(({ fn }) => [
            fn.countAll().as('answers'),
            fn.min('answer_origins.kept_at').as('first'),
            fn.min('answer_origins.reused_from').as('oldest'),
            fn.max('answer_origins.reused_from').as('newest'),
          ])
          .where('answer_origins.run', '=', run)
          .groupBy([
            'examinees.name',
            'answer_origins.model',
            'answer_origins.fingerprint',
            isReused,
          ])
          .execute(),
      );
      return rows
        .map(({ name, answers, first, oldest, newest, ...served }): AnswerOrigin => {
          const reused = oldest === null || newest === null ? null : { oldest, newest };
          return { examinee: name, ...served, answers: Number(answers), first, reused };
        })
        .sort((a, b) => order(a.first, b.first) || order(a.examinee, b.examinee));
    },
  };
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
