import { z } from 'zod';
import { lifeOf } from '../../store/access/process-mark.ts';

const mark = z.object({ host: z.string(), pid: z.int(), started: z.string().nullable() });

/**
 * Whether no process has a job of an SQLite store any more. A process of unknown state, as after a container's start, counts as ended,
 * because the service has claimed the database.
 */
export function isLeft(holder: unknown): boolean {
  const one = mark.safeParse(holder);
  return holder === null || (one.success && lifeOf(one.data) !== 'alive');
}
