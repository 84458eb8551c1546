import { type Kysely, sql, type Transaction } from 'kysely';
import type { RunConfiguration, RunStore, RunSummary } from '../../run/run-record.ts';
import type { Access } from '../access/access.ts';
import { batches, pages } from '../access/batches.ts';
import { groupCommit } from '../access/group-commit.ts';
import type { Tables } from '../schema/tables.ts';
import { rowAnswer } from './answer-row.ts';
import { type Entry, keepAnswers } from './keep-answers.ts';
import { outputsAt } from './outputs.ts';

/** Outputs can be long: few at a time. */
const PAGE = 200;
/** Places of several examinees at a time. */
const PLACES = 20;

/** Runs and their answers; claims and charges are apart. */
export function runTables(
  access: Access,
): Omit<RunStore, 'claimRun' | 'charge' | 'chargeReplies' | 'charged' | 'origins'> {
  const append = groupCommit((entries: readonly Entry[]) =>
    access.persist((trx, isRepeat) => keepAnswers(trx, entries, isRepeat)),
  );

  return {
    append: (run, answers) =>
      access.begin(async () => {
        const entries = answers.map((answer) => ({ run, answer }));
        const kept = await append(entries);
        return entries.filter((entry) => kept?.has(entry)).length;
      }),

    createRun: (configuration, hash, at) =>
      access.write((trx) => createRun(trx, configuration, hash, at)),

    lastRunOrNew: (configuration, hash, at) =>
      access.write(async (trx) => {
        // On SQLite there is one transaction at a time.
        if (access.dialect === 'postgres')
          await sql`lock table runs in share row exclusive mode`.execute(trx);
        const last = await trx
          .selectFrom('runs')
          .select('id')
          .where('hash', '=', hash)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst();
        return last?.id ?? (await createRun(trx, configuration, hash, at));
      }),

    runs: (hash) => access.read((db) => summaries(db, hash)),

    async *answers(run, { texts = true } = {}) {
      for await (const row of answerRows(access, run, texts)) yield rowAnswer(row);
    },

    async answerCounts(run) {
      const rows = await access.read((db) =>
        db
          .selectFrom('answers')
          .innerJoin('examinees', 'examinees.id', 'answers.examinee')
          .select('examinees.name')
          .select(({ fn }) => fn.countAll().as('answers'))
          .where('answers.run', '=', run)
          .groupBy('examinees.name')
          .execute(),
      );
      return new Map(rows.map(({ name, answers }) => [name, Number(answers)]));
    },

    async *answersAt(run, names, places) {
      for (const some of batches([...names])) {
        const examinees = await access.read((db) =>
          db.selectFrom('examinees').select(['id', 'name']).where('name', 'in', some).execute(),
        );
        const nameOf = new Map(examinees.map(({ id, name }) => [id, name]));
        if (examinees.length === 0) continue;
        for (const at of batches([...places], PLACES)) {
          const rows = await access.read((db) =>
            answersOf(db, run, [...nameOf.keys()], true)
              .select('answers.examinee')
              .where('answers.place', 'in', at)
              .execute(),
          );
          for (const { examinee, ...row } of rows)
            yield rowAnswer({ ...row, name: nameOf.get(examinee)! });
        }
      }
    },

    outputs: (run, placesOf) => outputsAt(access, run, placesOf),

    finishRun: (run, summary, at) =>
      access.persist(async (trx) => {
        await trx
          .updateTable('runs')
          .set({ summary: JSON.stringify(summary ?? null), finished_at: at })
          .where('id', '=', run)
          .execute();
      }),

    reopenRun: (run) =>
      access.persist(async (trx) => {
        await trx.updateTable('runs').set({ finished_at: null }).where('id', '=', run).execute();
      }),

    async summaryOf(run) {
      const row = await access.read((db) =>
        db.selectFrom('runs').select('summary').where('id', '=', run).executeTakeFirst(),
      );
      return row?.summary == null ? null : JSON.parse(row.summary);
    },
  };
}

async function createRun(
  trx: Transaction<Tables>,
  configuration: RunConfiguration,
  hash: string,
  at: string,
): Promise<number> {
  const { id } = await trx
    .insertInto('runs')
    .values({ configuration: JSON.stringify(configuration), hash, started_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function summaries(db: Kysely<Tables>, hash?: string): Promise<RunSummary[]> {
  const rows = await db
    .selectFrom('runs')
    .leftJoin('answers', 'answers.run', 'runs.id')
    .select(['runs.id', 'runs.hash', 'runs.configuration', 'runs.started_at', 'runs.finished_at'])
    .select(({ fn }) => [fn.count('answers.run').as('answers'), fn.sum('answers.cost').as('cost')])
    .select((eb) =>
      eb
        .selectFrom('run_charges')
        .whereRef('run_charges.run', '=', 'runs.id')
        .select(({ fn }) => fn.sum('dollars').as('dollars'))
        .as('charged'),
    )
    .$if(hash !== undefined, (query) => query.where('runs.hash', '=', hash as string))
    .groupBy('runs.id')
    .orderBy('runs.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    hash: row.hash,
    configuration: JSON.parse(row.configuration),
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    answers: Number(row.answers),
    cost: Number(row.cost ?? 0) + Number(row.charged ?? 0),
  }));
}

/** By name of the examinee, then place: one examinee after another, so that pages need no sorting. */
async function* answerRows(access: Access, run: number, texts: boolean) {
  const examinees = await access.read((db) =>
    db
      .selectFrom('examinees')
      .select(['id', 'name'])
      .where('id', 'in', (eb) =>
        eb.selectFrom('answers').select('examinee').distinct().where('run', '=', run),
      )
      .execute(),
  );
  // Here, since the order of names is not the same in every database.
  examinees.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const { id, name } of examinees) {
    const rows = pages<Awaited<ReturnType<typeof page>>[number]>((last) =>
      access.read((db) => page(db, run, id, last?.place ?? 0, texts)),
    );
    for await (const row of rows) yield { ...row, name };
  }
}

function page(db: Kysely<Tables>, run: number, examinee: number, after: number, texts: boolean) {
  return answersOf(db, run, [examinee], texts)
    .where('answers.place', '>', after)
    .orderBy('answers.place')
    .limit(PAGE)
    .execute();
}

/** The answers of examinees with their origins. */
function answersOf(db: Kysely<Tables>, run: number, examinees: readonly number[], texts: boolean) {
  return db
    .selectFrom('answers')
    .leftJoin('answer_origins', (join) =>
      join
        .onRef('answer_origins.run', '=', 'answers.run')
        .onRef('answer_origins.examinee', '=', 'answers.examinee')
        .onRef('answer_origins.place', '=', 'answers.place'),
    )
    .select(['answer_origins.model', 'answer_origins.fingerprint', 'answer_origins.reused_from'])
    .select([
      'answers.place',
      'item',
      'item_hash',
      'prompt',
      'extracted',
      'rule',
      'reason',
      'score',
    ])
    .select(['finish_reason', 'prompt_tokens', 'completion_tokens', 'reasoning_tokens'])
    .select(['cost', 'latency', 'attempts', 'cached', 'refused', 'answers.kept_at'])
    .$if(texts, (query) => query.select(['output', 'thinking']))
    .where('answers.run', '=', run)
    .where('answers.examinee', 'in', examinees);
}
