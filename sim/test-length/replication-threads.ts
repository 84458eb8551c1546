<<<<<<< HEAD
import { openPool } from '../../src/threads/thread-pool.ts';
import type { LengthStudy, ReplicationValues } from './length-study.ts';
=======
import type { Worker } from 'node:worker_threads';
import { startWorker } from '../threads.ts';
import type { LengthStudy, Replicate, ReplicationValues } from './length-study.ts';
>>>>>>> main
import { replicateOf } from './replicate.ts';

/** Simulates replications; the same whatever the number of threads. */
export interface ReplicationThreads {
  /** @param done called once for each replication, in no certain order */
  run(
    replications: readonly number[],
    lengths: readonly number[],
    done: (replication: number, values: ReplicationValues) => void,
  ): Promise<void>;
  close(): Promise<void>;
}

/** A replication with the lengths it is measured at. */
interface ReplicationTask {
  readonly replication: number;
  readonly lengths: readonly number[];
}

/** How a thread simulates replications. */
export const openReplications = (study: LengthStudy) => {
  const replicate = replicateOf(study);
  return ({ replication, lengths }: ReplicationTask): ReplicationValues =>
    replicate(replication, lengths);
};

/** Threads that live through all rounds of a race, so that each prepares the bank once; with no worker this thread itself. */
export function replicationThreads(study: LengthStudy, workers: number): ReplicationThreads {
  const work = { from: import.meta.url, worker: 'worker.ts', data: study, open: openReplications };
  const pool = openPool(work, workers);
  return {
    async run(replications, lengths, done) {
      const each = replications.map(async (replication) =>
        done(replication, await pool.run({ replication, lengths })),
      );
      await Promise.all(each);
    },
    close: () => pool.close(),
  };
}
<<<<<<< HEAD
=======

function onThreads(study: LengthStudy, workers: number): ReplicationThreads {
  const idle: Worker[] = [];
  const all: Worker[] = [];
  return {
    run: (replications, lengths, done) =>
      new Promise<void>((resolve, reject) => {
        let next = 0;
        let left = replications.length;
        if (left === 0) resolve();
        const hand = (thread: Worker) => {
          if (next === replications.length) {
            idle.push(thread);
            return;
          }
          const replication = replications[next++];
          thread.once('message', (values: ReplicationValues) => {
            try {
              done(replication, values);
            } catch (error) {
              reject(error);
              return;
            }
            hand(thread);
            if (--left === 0) resolve();
          });
          thread.removeAllListeners('error').on('error', reject);
          thread.postMessage({ replication, lengths });
        };
        // A thread that nothing is left for is not started.
        while (all.length < Math.min(workers, replications.length)) {
          const thread = startWorker({ from: import.meta.url, worker: 'worker', data: study });
          all.push(thread);
          idle.push(thread);
        }
        for (const thread of idle.splice(0)) hand(thread);
      }),
    close: async () => {
      await Promise.all(all.map((thread) => thread.terminate()));
    },
  };
}
>>>>>>> main
