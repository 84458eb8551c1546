import { likelihoodBlock } from '../fit/marginal/e-step/likelihood-block.ts';
import type { Products } from '../fit/marginal/engine/products.ts';
import type { Workspace } from '../fit/marginal/engine/workspace.ts';
import { maximiseBlock } from '../fit/marginal/m-step/maximise-block.ts';

/** The instructions for the threads, as numbers in shared memory. */
export const JOB = { likelihood: 1, maximise: 2 } as const;

export function runJob(job: number, workspace: Workspace, block: number, products: Products): void {
  if (job === JOB.likelihood) likelihoodBlock(workspace, block, products);
  else maximiseBlock(workspace, block, products);
}
