import { setImmediate } from 'node:timers/promises';
import { ThetarankError } from '../../errors.ts';

/** An entry that waits for the next commit. */
interface Waiting<T, R> {
  readonly entries: readonly T[];
  readonly resolve: (result: R) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Combines simultaneous commits. Each commit waits for the disk, so a thousand of them would wait a thousand times. Entries
 * that arrive during a commit are queued for the next one. Lookups of one kind can be combined in the same way.
 * @param commit writes entries in one transaction; entries that are there already are left out
 * @param atOnce commits under way at most: more than one where a commit waits for a server while it computes nothing here
 * @returns a function that resolves once its entries are committed, with the result of the commit they were in; with
 *   null of no entries
 */
export function groupCommit<T, R = void>(
  commit: (entries: readonly T[]) => Promise<R>,
  atOnce = 1,
): (entries: readonly T[]) => Promise<R | null> {
  let queue: Waiting<T, R>[] = [];
  let busy = 0;

  const work = async () => {
    busy++;
    // Calls in the same turn of the event loop form one group, such as all requests that a server has read. SQLite answers
    // without a turn of the loop, so later calls could not join.
    await setImmediate();
    while (queue.length > 0) {
      const group = queue;
      queue = [];
      await commitGroup(commit, group);
    }
    busy--;
  };

  return (entries) => {
    if (entries.length === 0) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      queue.push({ entries, resolve, reject });
      if (busy < atOnce) void work();
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
    // One caller's error must not affect the others: each entry commits alone and gets its own error.
    for (const one of group) await commitGroup(commit, [one]);
  }
}

/** Errors that affect every entry, perhaps after a long wait; single commits would all wait for it. */
function isOfDatabase(error: unknown): boolean {
  return error instanceof ThetarankError && error.code === 'STORE_UNAVAILABLE';
}
