import { openPool, type Workers } from '../../src/threads/thread-pool.ts';
import type { LengthStudy, ReplicationValues } from './length-study.ts';
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

/** How threads and other machines simulate replications, but for the study. */
export const REPLICATION_WORK = {
  name: 'test-length',
  from: import.meta.url,
  worker: 'worker.ts',
  open: openReplications,
};

/** Threads or workers that serve all rounds of a race, so that each prepares the bank once; without workers, this thread. */
export function replicationThreads(study: LengthStudy, workers: Workers): ReplicationThreads {
  const pool = openPool({ ...REPLICATION_WORK, data: study }, workers);
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
