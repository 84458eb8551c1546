import type { Worker } from 'node:worker_threads';
import { startWorker } from '../threads.ts';
import type { LengthStudy, Replicate, ReplicationValues } from './length-study.ts';
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

/** Threads that live through all rounds of a race, so that each prepares the bank once; with no worker this thread itself. */
export function replicationThreads(study: LengthStudy, workers: number): ReplicationThreads {
  return workers < 1 ? inThisThread(study) : onThreads(study, workers);
}

function inThisThread(study: LengthStudy): ReplicationThreads {
  let replicate: Replicate | null = null;
  return {
    async run(replications, lengths, done) {
      replicate ??= replicateOf(study);
      for (const replication of replications) {
        done(replication, replicate(replication, lengths));
        // Lets signals and timers in between two replications.
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    close: async () => {},
  };
}

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
