import { fail } from '../../errors.ts';
import type { Queue, QueueCounts, SetAside } from '../../queue/queue.ts';
import type { WorkProgress } from '../../store/work/work-store.ts';
import type { WorkerRow } from '../../store/work/worker-store.ts';
import type { ServiceContext } from '../service-context.ts';

/** Workers, their queues and computations, as of one moment. */
export interface WorkersSeen {
  readonly workers: readonly WorkerRow[];
  readonly queues: readonly QueueCounts[];
  readonly computations: readonly WorkProgress[];
  readonly setAside: readonly SetAside[];
}

/** What the service shows of the workers on its database. */
export interface WorkerPart {
  /** Whether there can be workers: not with SQLite. */
  readonly isShared: boolean;
  /**
   * Everything as of the last `age` ms at most, so that it costs the same however many look; nothing with SQLite.
   * @throws STORE_UNAVAILABLE
   */
  seen(age: number): Promise<WorkersSeen>;
  /** Hands a message that was set aside out again, or removes it. @throws NAME_UNKNOWN, STORE_UNAVAILABLE */
  change(action: 'retry' | 'discard', id: string): Promise<void>;
}

const NOTHING: WorkersSeen = { workers: [], queues: [], computations: [], setAside: [] };

/** @param queue that of jobs; null with SQLite */
export function workerPart(
  { store, elapsed }: Pick<ServiceContext, 'store' | 'elapsed'>,
  queue: Queue | null,
): WorkerPart {
  const { work, workers } = store;
  let last: { readonly at: number; readonly seen: WorkersSeen } | null = null;
  let looking: Promise<WorkersSeen> | null = null;

  const look = async (): Promise<WorkersSeen> => {
    if (work === null || workers === null || queue === null) return NOTHING;
    const [alive, queues, computations, setAside] = await Promise.all([
      workers.alive(),
      queue.counts(),
      work.progress(),
      queue.setAside(),
    ]);
    return { workers: alive, queues, computations, setAside };
  };
  const part: WorkerPart = {
    isShared: work !== null,
    async seen(age) {
      if (last !== null && elapsed() - last.at < age) return last.seen;
      // While the database does not answer, all wait for one look.
      looking ??= look().finally(() => {
        looking = null;
      });
      const seen = await looking;
      last = { at: elapsed(), seen };
      return seen;
    },
    async change(action, id) {
      const isThere = queue !== null && (await queue[action](id));
      last = null;
      if (isThere) return;
      const nearest = (await part.seen(0)).setAside.map((message) => message.id);
      const none =
        'No message is set aside now. It may have been handed out again or removed already.';
      fail('NAME_UNKNOWN', { kind: 'message set aside', name: id, nearest, none });
    },
  };
  return part;
}
