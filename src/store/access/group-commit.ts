import { setImmediate } from 'node:timers/promises';
import { ThetarankError } from '../../errors.ts';

/** What waits for the next commit. */
interface Waiting<T, R> {
  readonly entries: readonly T[];
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Commits together what arrives together: a commit waits for the disk, and a thousand of them would wait a thousand
 * times. While one goes on, what arrives queues up, and the next one takes all of it.
 * @param commit writes entries in one transaction; entries that are there already are left out
 * @returns a function that resolves once its entries are committed, with the result of the commit they were in; with
 *   null of no entries
 */
export function groupCommit<T, R = void>(
  commit: (entries: readonly T[]) => Promise<R>,
): (entries: readonly T[]) => Promise<R | null> {
  let queue: Waiting<T, R>[] = [];
  let busy = false;

  const work = async () => {
    busy = true;
    // What is called in the same turn of the event loop is one group, the first one included: of a server all requests
    // that are there to be read. SQLite answers without such a turn, so that nobody could join later.
    await setImmediate();
    while (queue.length > 0) {
      const group = queue;
      queue = [];
      await commitGroup(commit, group);
    }
    busy = false;
  };

  return (entries) => {
    if (entries.length === 0) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      queue.push({ entries, resolve, reject });
      if (!busy) void work();
    });
  };
}

async function commitGroup<T, R>(
  commit: (entries: readonly T[]) => Promise<R>,
  group: readonly Waiting<T, R>[],
): Promise<void> {
  try {
    const result = await commit(group.flatMap(({ entries }) => entries));
    for (const { resolve } of group) resolve(result);
  } catch (error) {
    if (group.length === 1 || isOfDatabase(error)) {
      for (const { reject } of group) reject(error);
      return;
    }
    // One caller's fault is not the others': each commits alone, and learns what is wrong with its own.
    for (const one of group) await commitGroup(commit, [one]);
  }
}

/** What fails for every entry alike, perhaps after a long wait: one by one they would wait for it each. */
function isOfDatabase(error: unknown): boolean {
  return error instanceof ThetarankError && error.code === 'STORE_UNAVAILABLE';
}
