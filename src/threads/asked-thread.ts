import { Worker } from 'node:worker_threads';

/** A thread that is asked, and replies. It starts with the first question, also after it has died. */
export interface AskedThread<Task, Reply> {
  /** @throws an Error if the thread dies, or is closed */
  ask(task: Task): Promise<Reply>;
  close(): Promise<void>;
}

/**
 * @param from the address of the importing module (`import.meta.url`)
 * @param module the name of the worker's beside it, without an ending: it gets `{ id, task }` and says `{ id, reply }`
 */
export function askedThread<Task, Reply>(from: string, module: string): AskedThread<Task, Reply> {
  const waiting = new Map<number, PromiseWithResolvers<Reply>>();
  let thread: Worker | null = null;
  let isClosed = false;
  let ids = 0;

  const start = (): Worker => {
    const extension = from.endsWith('.ts') ? 'ts' : 'js';
    const worker = new Worker(new URL(`./${module}.${extension}`, from));
    const end = (error: unknown) => {
      if (thread === worker) thread = null;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    worker.on('message', ({ id, reply }: { id: number; reply: Reply }) => {
      waiting.get(id)?.resolve(reply);
      waiting.delete(id);
      if (waiting.size === 0) worker.unref();
    });
    worker.on('error', end);
    worker.on('exit', () => end(new Error(`the thread ${module} has ended`)));
    return worker;
  };
  return {
    async ask(task) {
      if (isClosed) throw new Error('the service is closing');
      thread ??= start();
      thread.ref();
      const id = ++ids;
      const own = Promise.withResolvers<Reply>();
      waiting.set(id, own);
      thread.postMessage({ id, task });
      return own.promise;
    },
    async close() {
      isClosed = true;
      await thread?.terminate();
    },
  };
}
