import { openPool, type PoolWork, type Workers } from './thread-pool.ts';

/** Tasks that are handed out before the earliest open one is done: what comes early has to wait in memory. */
const AHEAD = 8;

/**
 * Does tasks on at most `workers` threads, in this one where that is 0, or on workers elsewhere. Each result is handed over once, in no certain order.
 * The first error, of a task or of `done`, ends all.
 * @param onStep called after each step that a task tells of, with its name
 */
export async function runTasks<Data, Task, Result>(
  work: PoolWork<Data, Task, Result>,
  tasks: readonly Task[],
  workers: Workers,
  done: (task: Task, result: Result) => void,
  onStep: (doing: string) => void = () => {},
): Promise<void> {
  const isHere = typeof workers === 'number';
  const count = Math.max(1, Math.min(isHere ? workers : workers.ahead, tasks.length));
  const known = { ...work, tasks: tasks.length };
  const pool = openPool(known, isHere ? Math.min(workers, tasks.length) : workers);
  /** Places in `tasks` of what is at work. */
  const open = new Set<number>();
  let next = 0;
  try {
    await new Promise<void>((resolve, reject) => {
      const hand = () => {
        if (open.size === 0 && next === tasks.length) resolve();
        while (open.size < count && next < tasks.length) {
          if (next - Math.min(next, ...open) > AHEAD * count) return;
          const place = next++;
          open.add(place);
          pool
            .run(tasks[place], onStep)
            .then((result) => {
              done(tasks[place], result);
              open.delete(place);
              hand();
            })
            .catch(reject);
        }
      };
      hand();
    });
  } finally {
    await pool.close();
  }
}
