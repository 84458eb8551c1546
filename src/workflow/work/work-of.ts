import { fail } from '../../errors.ts';
import type { Store } from '../../store/store.ts';
import type { WorkStore } from '../../store/work/work-store.ts';
import type { WorkerStore } from '../../store/work/worker-store.ts';

/** The part of a store that workers use. @throws WORKERS_NEED_POSTGRES for an SQLite file */
export function workOf(
  { work, workers, location }: Store,
  what: string,
): { readonly work: WorkStore; readonly workers: WorkerStore } {
  if (work === null || workers === null) return fail('WORKERS_NEED_POSTGRES', { what, location });
  return { work, workers };
}
