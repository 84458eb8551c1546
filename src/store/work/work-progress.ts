import { type Kysely, sql } from 'kysely';
import type { Tables } from '../schema/tables.ts';
import { LAPSED } from './lease.ts';
import type { WorkProgress } from './work-store.ts';

/** The rate is that of the last minute, in seconds: a worker that joins or leaves soon shows. */
const WINDOW = 60;
/** Before that time, in seconds, there is no rate: by chance it would be far too high or too low. */
const LEAST = 1;

interface Counts {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly begun_at: Date;
  readonly alive: boolean;
  readonly stopped: number;
  readonly tasks: number | null;
  readonly handed_out: number;
  readonly done: number;
  readonly failed: number;
  /** Done within `seconds`, the part of the last minute since it was begun. */
  readonly recent: number;
  readonly seconds: number;
}

/** How far all computations are, counted by indexes alone: neither data nor tasks or results are read. */
export async function workProgress(db: Kysely<Tables>): Promise<WorkProgress[]> {
  const { rows } = await sql<Counts>`
    select d.id, d.name, d.version, d.begun_at, d.stopped, d.tasks,
      coalesce(d.renewed_at >= ${LAPSED}, false) as alive,
      t.handed_out, r.done, r.failed, r.recent, s.seconds
    from work_data d
    cross join lateral (
      select least(${sql.lit(WINDOW)}, extract(epoch from clock_timestamp() - d.begun_at))::float8 as seconds
    ) s
    cross join lateral (
      select count(*)::integer as handed_out from work_tasks where work = d.id
    ) t
    cross join lateral (
      select
        count(*) filter (where failed = 0)::integer as done,
        count(*) filter (where failed = 1)::integer as failed,
        count(*) filter (
          where failed = 0 and kept_at >= clock_timestamp() - make_interval(secs => s.seconds)
        )::integer as recent
      from work_results where work = d.id
    ) r
    order by d.begun_at, d.id`.execute(db);
  return rows.map(progressOf);
}

function progressOf(counts: Counts): WorkProgress {
  const { id, name, version, done, failed, recent, seconds } = counts;
  // What an earlier start of the same handed out may not be among the tasks that this one has left.
  const all = counts.tasks === null ? null : Math.max(counts.tasks, counts.handed_out);
  const perSecond = seconds < LEAST ? null : recent / seconds;
  const isGoingOn = counts.alive && counts.stopped === 0;
  const isKnown = isGoingOn && all !== null && perSecond !== null && perSecond > 0;
  return {
    id,
    name,
    version,
    begunAt: counts.begun_at.toISOString(),
    isAlive: counts.alive,
    isStopping: counts.stopped === 1,
    tasks: { all, handedOut: counts.handed_out, done, failed },
    perSecond,
    secondsLeft: isKnown ? (all - done) / perSecond : null,
  };
}
