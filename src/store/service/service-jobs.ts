import type { Selectable } from 'kysely';
import type { Access } from '../access/access.ts';
import type { JobsTable } from '../schema/tables.ts';

/** A job of the service as it is kept. Times are ISO 8601; what is unknown is JSON. */
export interface KeptJob {
  readonly id: string;
  readonly kind: string;
  readonly bank: string | null;
  readonly title: string;
  readonly state: string;
  /** What is to be run. */
  readonly task: unknown;
  readonly by: string;
  /** Id of the key that started it; null if that is not known. */
  readonly key: string | null;
  /** The mark of the process that runs it or has it in its queue; null if that one has given it back. */
  readonly holder: unknown;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  /** How far it was when it was last kept; null before it has begun. */
  readonly progress: unknown;
  readonly error: unknown;
  readonly result: unknown;
  /** When it was asked to end, by any process; null if it was not. */
  readonly cancelAt: string | null;
  /** The study that it makes; null if it makes none. */
  readonly study: string | null;
}

export type JobChange = Partial<
  Pick<
    KeptJob,
    'state' | 'holder' | 'startedAt' | 'finishedAt' | 'progress' | 'error' | 'result' | 'cancelAt'
  >
>;

export interface JobFilter {
  readonly kind?: string | undefined;
  readonly state?: string | undefined;
  /** Only jobs of these banks; null for all. */
  readonly banks: readonly string[] | null;
  /** And those that this key has started, whatever they are of. */
  readonly key?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Jobs of the service. */
export interface JobStore {
  /** @returns false if a job that has not ended makes the same study: then nothing is kept */
  add(job: KeptJob): Promise<boolean>;
  /**
   * Changes a job, where it is in one of these states.
   * @param holder only if this process still has it
   * @returns whether it was changed
   */
  change(
    id: string,
    from: readonly string[],
    change: JobChange,
    holder?: unknown,
  ): Promise<boolean>;
  get(id: string): Promise<KeptJob | undefined>;
  /** Those of some jobs that were asked to end. */
  cancelled(ids: readonly string[]): Promise<string[]>;
  /** Newest first, and how many there are in all. */
  list(filter: JobFilter): Promise<{ readonly jobs: KeptJob[]; readonly total: number }>;
  /** Waiting and running ones, oldest first. */
  open(): Promise<KeptJob[]>;
  /** The newest one that makes or made a study. */
  lastOf(study: string): Promise<KeptJob | undefined>;
}

export function jobTables(access: Access): JobStore {
  return {
    add: ({ by, key, createdAt, startedAt, finishedAt, cancelAt, ...job }) =>
      access.write(async (trx) => {
        const { numInsertedOrUpdatedRows = 0n } = await trx
          .insertInto('jobs')
          .values({
            id: job.id,
            kind: job.kind,
            bank: job.bank,
            title: job.title,
            state: job.state,
            made_by: by,
            made_by_key: key,
            created_at: createdAt,
            started_at: startedAt,
            finished_at: finishedAt,
            task: JSON.stringify(job.task),
            holder: JSON.stringify(job.holder),
            progress: textOf(job.progress),
            error: textOf(job.error),
            result: textOf(job.result),
            cancel_at: cancelAt,
            study: job.study,
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        return numInsertedOrUpdatedRows > 0n;
      }),
    change: (id, from, change, held) =>
      access.persist(async (trx, isRepeat) => {
        const { startedAt, finishedAt, cancelAt, holder, progress, error, result, state } = change;
        const values = {
          ...(state === undefined ? {} : { state }),
          ...(startedAt === undefined ? {} : { started_at: startedAt }),
          ...(finishedAt === undefined ? {} : { finished_at: finishedAt }),
          ...(cancelAt === undefined ? {} : { cancel_at: cancelAt }),
          ...(holder === undefined ? {} : { holder: JSON.stringify(holder) }),
          ...(progress === undefined ? {} : { progress: textOf(progress) }),
          ...(error === undefined ? {} : { error: textOf(error) }),
          ...(result === undefined ? {} : { result: textOf(result) }),
        };
        const { numUpdatedRows } = await trx
          .updateTable('jobs')
          .set(values)
          .where('id', '=', id)
          .where('state', 'in', from)
          .$if(held !== undefined, (query) => query.where('holder', '=', JSON.stringify(held)))
          .executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n || !isRepeat) return numUpdatedRows > 0n;
        // The connection was lost before the reply: the first attempt may have changed it.
        const made = await trx
          .selectFrom('jobs')
          .select('id')
          .where('id', '=', id)
          .where(({ and, eb }) =>
            and(
              Object.entries(values).map(([name, value]) =>
                value === null
                  ? eb(name as keyof typeof values, 'is', null)
                  : eb(name as keyof typeof values, '=', value),
              ),
            ),
          )
          .executeTakeFirst();
        return made !== undefined;
      }),
    async cancelled(ids) {
      if (ids.length === 0) return [];
      const rows = await access.read((db) =>
        db
          .selectFrom('jobs')
          .select('id')
          .where('id', 'in', [...ids])
          .where('cancel_at', 'is not', null)
          .execute(),
      );
      return rows.map(({ id }) => id);
    },
    async get(id) {
      const row = await access.read((db) =>
        db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst(),
      );
      return row && jobOf(row);
    },
    list: ({ kind, state, banks, key, limit, offset }) =>
      access.read(async (db) => {
        const own = db
          .selectFrom('jobs')
          .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
          .$if(state !== undefined, (query) => query.where('state', '=', state!))
          .$if(banks !== null, (query) =>
            query.where(({ or, eb }) =>
              or([
                ...banks!.map((bank) => eb('bank', '=', bank)),
                ...(key === undefined ? [] : [eb('made_by_key', '=', key)]),
              ]),
            ),
          );
        const rows = await own
          .selectAll()
          .orderBy('number', 'desc')
          .limit(limit)
          .offset(offset)
          .execute();
        const { total } = await own
          .select(({ fn }) => fn.countAll().as('total'))
          .executeTakeFirstOrThrow();
        return { jobs: rows.map(jobOf), total: Number(total) };
      }),
    async open() {
      const rows = await access.read((db) =>
        db
          .selectFrom('jobs')
          .selectAll()
          .where('state', 'in', ['waiting', 'running'])
          .orderBy('number')
          .execute(),
      );
      return rows.map(jobOf);
    },
    async lastOf(study) {
      const row = await access.read((db) =>
        db
          .selectFrom('jobs')
          .selectAll()
          .where('study', '=', study)
          .orderBy('number', 'desc')
          .limit(1)
          .executeTakeFirst(),
      );
      return row && jobOf(row);
    },
  };
}

const textOf = (value: unknown) => (value === null ? null : JSON.stringify(value));
const jsonOf = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

function jobOf(row: Selectable<JobsTable>): KeptJob {
  const { id, kind, bank, title, state } = row;
  return {
    id,
    kind,
    bank,
    title,
    state,
    by: row.made_by,
    key: row.made_by_key,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    cancelAt: row.cancel_at,
    study: row.study,
    task: JSON.parse(row.task),
    holder: JSON.parse(row.holder),
    progress: jsonOf(row.progress),
    error: jsonOf(row.error),
    result: jsonOf(row.result),
  };
}
