import { runTasks } from '../../../src/threads/run-tasks.ts';
import type { Workers } from '../../../src/threads/thread-pool.ts';
import type { BlockSums } from '../measure/group-sums.ts';
import { type BlockResult, blockSimulator } from './block.ts';
import type { Study } from './replication.ts';
import type { SessionRows } from './session-rows.ts';
import { openSolver } from './study-solver.ts';

/** A study, and whether its sessions are wanted as rows too. */
export interface BlockWork {
  readonly study: Study;
  readonly wantsRows: boolean;
}

/** How a thread does blocks. */
export const openBlocks = ({ study, wantsRows }: BlockWork): ((block: number) => BlockResult) =>
  blockSimulator(study, wantsRows);

/** How threads and other machines do blocks, but for the study. */
export const BLOCK_WORK = {
  name: 'monte-carlo',
  from: import.meta.url,
  worker: 'worker.ts',
  open: openBlocks,
};

/** Simulates blocks, as `runTasks` does tasks. Rows are null if they are not wanted. */
export async function runBlocks(
  study: Study,
  blocks: readonly number[],
  workers: Workers,
  done: (block: number, sums: BlockSums, rows: SessionRows | null) => void,
  wantsRows = false,
): Promise<void> {
  await openSolver(study.design);
  const data: BlockWork = { study, wantsRows };
  return runTasks({ ...BLOCK_WORK, data }, blocks, workers, (block, { sums, rows }: BlockResult) =>
    done(block, sums, rows),
  );
}
