import { parentPort, workerData } from 'node:worker_threads';
import { blockSimulator } from './block.ts';
import type { Study } from './replication.ts';

/** One thread of a study: takes numbers of blocks, gives their tallies. */
const simulate = blockSimulator(workerData as Study);
parentPort!.on('message', (block: number) => {
  parentPort!.postMessage({ block, tallies: simulate(block) });
});
