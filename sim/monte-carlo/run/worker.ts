import { workerData } from 'node:worker_threads';
import { serveTasks } from '../../../src/threads/serve-tasks.ts';
import { type BlockWork, openBlocks } from './run-blocks.ts';
import { openSolver } from './study-solver.ts';

/** One thread of a study. Tasks wait until the solver is there. */
await openSolver((workerData as BlockWork).study.design);
serveTasks(openBlocks);
