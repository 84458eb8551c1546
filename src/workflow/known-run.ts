import { fail } from '../errors.ts';
import type { RunSummary } from '../run/run-record.ts';
import type { Store } from '../store/store.ts';

/** The run of a number. @throws NAME_UNKNOWN */
export async function knownRun(store: Pick<Store, 'runs'>, id: number): Promise<RunSummary> {
  const runs = await store.runs();
  const run = runs.find((other) => other.id === id);
  return (
    run ??
    fail('NAME_UNKNOWN', {
      kind: 'run',
      name: String(id),
      nearest: runs.slice(0, 3).map((other) => String(other.id)),
      ...(runs.length > 3 ? { total: runs.length, list: 'thetarank runs list' } : {}),
    })
  );
}
