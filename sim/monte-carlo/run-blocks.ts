import { runOnThreads } from '../threads.ts';
import { blockSimulator } from './block.ts';
import type { Study } from './replication.ts';
import { openSolver } from './study-solver.ts';
import type { BlockTallies } from './tally.ts';

/** Simulates blocks, as `runOnThreads` does tasks. */
export async function runBlocks(
  study: Study,
  blocks: readonly number[],
  workers: number,
  done: (block: number, tallies: BlockTallies) => void,
): Promise<void> {
  await openSolver(study.design);
  const work = { from: import.meta.url, worker: 'worker', data: study, open: blockSimulator };
  return runOnThreads(work, blocks, workers, done);
}
