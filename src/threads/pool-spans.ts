import { beginSpan, traceParent } from '../tracing/span.ts';

/** Shorter tasks, in ms, count in the sums of their thread alone. */
const LEAST_MS = 100;
/** Spans of the tasks of a pool at most; later tasks count in the sums of their thread alone. */
const MOST_SPANS = 200;

/** The span of a thread of a pool: how many tasks it has done, and how long that took. */
export interface ThreadSpan {
  /**
   * Called when the thread begins a task.
   * @param parent the `traceparent` of who wants it done; null for that of the pool
   * @returns to be called when the task has ended, with its error if it failed
   */
  begin(parent: string | null): (error?: unknown) => void;
  end(): void;
}

const UNTRACED: ThreadSpan = { begin: () => () => {}, end() {} };

/**
 * Spans of the threads of a pool, and of their longer tasks, as children of the span that is current now.
 * @param work the name of the work, if it has one
 * @returns what begins the span of the next thread
 */
export function poolSpans(work: string | undefined): () => ThreadSpan {
  const parent = traceParent();
  if (parent === null) return () => UNTRACED;
  const name = work === undefined ? 'task' : `task ${work}`;
  let threads = 0;
  let spans = 0;
  return () => {
    const number = ++threads;
    const thread = beginSpan('thread', { 'thetarank.thread': number }, { parent });
    let tasks = 0;
    let busy = 0;
    return {
      begin(wanted) {
        const from = performance.now();
        const facts = { 'thetarank.thread': number };
        const task =
          spans < MOST_SPANS ? beginSpan(name, facts, { parent: wanted ?? parent }) : null;
        return (error) => {
          const ms = performance.now() - from;
          tasks++;
          busy += ms;
          thread.note({ 'thetarank.tasks': tasks, 'thetarank.busy_ms': Math.round(busy) });
          if (ms < LEAST_MS && error === undefined) return task?.drop();
          spans++;
          task?.end(error);
        };
      },
      end: () => thread.end(),
    };
  };
}
