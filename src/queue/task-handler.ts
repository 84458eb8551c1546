import { ThetarankError } from '../errors.ts';
import type { WorkStore } from '../store/work/work-store.ts';
import { span } from '../tracing/span.ts';
import { pack, unpack } from './packed.ts';
import type { Message } from './queue.ts';
import type { KeptError, KeptResult } from './queue-workers.ts';
import type { AnyPool, WorkTable } from './registered-work.ts';
import type { QueueHandler } from './serve-queue.ts';
import { taskQueue } from './work-names.ts';

/** Errors of the registry that another try may not have: what others say of a task is its result. */
const TRANSIENT = new Set(['THREAD_ENDED', 'STORE_UNAVAILABLE', 'RUN_BUSY']);
/** Computations whose data a thread keeps, to take tasks of them in turns. */
const KEPT = 2;

interface OpenPool {
  readonly pool: Promise<AnyPool>;
  readonly stop: AbortController;
  readonly isShared: boolean;
  /** Of the work: one of the table. */
  readonly name: string;
  active: number;
}

/** Does the tasks of computations that are handed out by `queueWorkers` of the same version. */
export function taskHandler(
  work: WorkStore,
  works: WorkTable,
  version: string,
  slots: number,
): QueueHandler {
  /** By computation, and by thread where each has its own. */
  const pools = new Map<string, OpenPool>();

  const drop = async (key: string) => {
    const pool = pools.get(key)?.pool;
    pools.delete(key);
    await (await pool?.catch(() => undefined))?.close();
  };
  const openOf = async (id: string, slot: number): Promise<[string, OpenPool] | null> => {
    for (const key of [id, `${id} ${slot}`]) {
      const open = pools.get(key);
      if (open === undefined) continue;
      // The last used ones stand last.
      pools.delete(key);
      pools.set(key, open);
      return [key, open];
    }
    const facts = await work.work(id);
    if (facts === undefined) return null;
    const load = Object.hasOwn(works, facts.name) ? works[facts.name] : undefined;
    if (load === undefined) throw new Error(`this version knows no work named ${facts.name}`);
    const { isShared, open } = await load();
    const key = isShared ? id : `${id} ${slot}`;
    const there = pools.get(key);
    if (there !== undefined) return [key, there];
    const stop = new AbortController();
    const opened: OpenPool = {
      pool: Promise.resolve(open(unpack(facts.data), stop.signal)),
      stop,
      isShared,
      name: facts.name,
      active: 0,
    };
    // An error is met where it is awaited.
    opened.pool.catch(() => {});
    pools.set(key, opened);
    return [key, opened];
  };
  const dropOld = async (slot: number) => {
    const own = [...pools].filter(([key, { active }]) => key.endsWith(` ${slot}`) && active === 0);
    for (const [key] of own.slice(0, Math.max(0, own.length - KEPT))) await drop(key);
  };

  return {
    queue: taskQueue(version),
    slots,
    async handle({ data: { work: id, key, trace } }: Message, slot: number, lost: AbortSignal) {
      const task = await work.task(id, key);
      if (task === undefined || task.isDone) return;
      const found = await openOf(id, slot);
      if (found === null) return;
      const [place, open] = found;
      open.active++;
      const doTask = async () => {
        const pool = await open.pool;
        const steps: unknown[] = [];
        const result = await pool.run(unpack(task.task), (step) => steps.push(step), lost);
        await work.keepResult(id, {
          key,
          failed: false,
          result: pack({ result, steps } satisfies KeptResult),
        });
      };
      try {
        await span(`task ${open.name}`, {}, doTask, { parent: trace ?? null });
      } catch (error) {
        // After an error threads do nothing more.
        if (!open.isShared && pools.get(place) === open) await drop(place);
        if (!(error instanceof ThetarankError) || TRANSIENT.has(error.code)) throw error;
        const { code, details } = error;
        await work.keepResult(id, {
          key,
          failed: true,
          result: pack({ code, details } satisfies KeptError),
        });
      } finally {
        open.active--;
      }
      await dropOld(slot);
    },
    async tend() {
      const ids = [...new Set([...pools.keys()].map((key) => key.split(' ')[0]))];
      const goingOn = new Set(await work.goingOn(ids));
      for (const [key, { active, stop }] of [...pools]) {
        if (goingOn.has(key.split(' ')[0])) continue;
        stop.abort();
        if (active === 0) await drop(key);
      }
    },
    async close() {
      for (const key of [...pools.keys()]) await drop(key);
    },
  };
}
