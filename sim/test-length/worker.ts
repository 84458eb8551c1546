import { parentPort, workerData } from 'node:worker_threads';
import type { LengthStudy } from './length-study.ts';
import { replicateOf } from './replicate.ts';

/** One thread of a study: takes numbers of replications with lengths, gives what they found. */
const replicate = replicateOf(workerData as LengthStudy);
parentPort!.on('message', (task: { replication: number; lengths: number[] }) => {
  parentPort!.postMessage(replicate(task.replication, task.lengths));
});
