import {
  type FoundSuspects,
  findSuspects,
  type SuspectRequest,
} from '../../../../item-bank/audit/find-suspects.ts';
import type { TaskWork } from '../../../threads/serve-tasks.ts';
import { openPool } from '../../../threads/thread-pool.ts';

/** Fewer answers are weighed before a thread would have started. */
const LEAST_ANSWERS = 20_000;

/** Weighs answers within a thread; tells of each share of the work that is done. */
export function openSuspects(): TaskWork<SuspectRequest, FoundSuspects, number> {
  return (request, onStep) => findSuspects({ ...request, reach: onStep });
}

/** `findSuspects`, of many answers on a thread of its own, so that this one hears an interrupt meanwhile. @throws what that throws */
export async function findSuspectsOnThread({
  reach,
  ...request
}: SuspectRequest): Promise<FoundSuspects> {
  const isLarge = (request.choices?.choices.length ?? 0) >= LEAST_ANSWERS;
  const pool = openPool(
    { from: import.meta.url, worker: 'suspects-worker.ts', data: null, open: openSuspects },
    isLarge ? 1 : 0,
  );
  try {
    return await pool.run(request, reach);
  } finally {
    await pool.close();
  }
}
