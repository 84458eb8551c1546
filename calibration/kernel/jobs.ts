import { likelihoodBlock } from '../fit/marginal/likelihood-block.ts';
import { maximiseBlock } from '../fit/marginal/maximise-block.ts';
import type { Products } from '../fit/marginal/products.ts';
import type { Workspace } from '../fit/marginal/workspace.ts';

/** What threads are told to do, as numbers in shared memory. */
export const JOB = { stop: 0, likelihood: 1, maximise: 2 } as const;

/** Places in the control array: a counter that wakes the workers, the job, workers done, workers ready, failures. */
export const CONTROL = { turn: 0, job: 1, done: 2, ready: 3, failed: 4, length: 5 } as const;

export function runJob(job: number, workspace: Workspace, block: number, products: Products): void {
  if (job === JOB.likelihood) likelihoodBlock(workspace, block, products);
  else maximiseBlock(workspace, block, products);
}
