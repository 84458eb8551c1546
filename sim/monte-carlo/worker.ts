import { workerData } from 'node:worker_threads';
import { workOnThread } from '../threads.ts';
import { blockSimulator } from './block.ts';
import type { Study } from './replication.ts';
import { openSolver } from './study-solver.ts';

/** One thread of a study. Tasks wait until the solver is there. */
await openSolver((workerData as Study).design);
workOnThread(blockSimulator);
