import { sql } from 'kysely';

/** Seconds after which a process that said nothing counts as gone. */
export const LEASE = 15;

/** Whoever said something before this moment and nothing since counts as gone. */
export const LAPSED = sql<Date>`clock_timestamp() - make_interval(secs => ${sql.lit(LEASE)})`;
