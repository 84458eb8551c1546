import { z } from 'zod';
import { lifeOf } from '../../store/access/process-mark.ts';

const instanceMark = z.object({ instance: z.string() });
const mark = z.object({ host: z.string(), pid: z.int(), started: z.string().nullable() });

/**
 * Whether no process has a job any more, which is not on the queue of a database. A process of unknown state, as after a container's
 * start, counts as ended: an SQLite database has been claimed, and on PostgreSQL only an earlier version names processes.
 * @param alive the living instances: on PostgreSQL an earlier version names these
 */
export function isLeft(holder: unknown, alive: ReadonlySet<string>): boolean {
  const one = instanceMark.safeParse(holder);
  if (one.success) return !alive.has(one.data.instance);
  const other = mark.safeParse(holder);
  return holder === null || (other.success && lifeOf(other.data) !== 'alive');
}
