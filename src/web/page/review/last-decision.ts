import type { z } from 'zod';
import type { ReviewLogEntry, reviewLog } from '../../../api/review.ts';
import { read } from '../../api/client.ts';

/** Entries of the log that are read at once. */
const SIZE = 100;

/** The newest decision that still stands, which `u` takes back; undone ones and the undoing of others do not count. */
export async function lastDecision(path: string): Promise<ReviewLogEntry | undefined> {
  let cursor: string | null = null;
  do {
    const page: z.output<typeof reviewLog> = await read(`${path}/log`, { limit: SIZE, cursor });
    const found = page.items.find(({ decision, undone }) => decision !== 'undo' && !undone);
    if (found !== undefined) return found;
    cursor = page.next;
  } while (cursor !== null);
  return undefined;
}
