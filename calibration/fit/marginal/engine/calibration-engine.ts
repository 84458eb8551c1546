import type { RoundRunner, RoundSize } from '../../integrated/round-workspace.ts';
import { likelihoodBlock } from '../e-step/likelihood-block.ts';
import { maximiseBlock } from '../m-step/maximise-block.ts';
import { PLAIN_PRODUCTS } from './products.ts';
import { type Workspace, type WorkspaceSize, workspaceBytes, workspaceOn } from './workspace.ts';

/** Runs the two expensive halves of an EM round: in this thread, or on several with a faster kernel. */
export interface CalibrationEngine {
  /** Its name in results: `typescript`, `wasm`, `wasm, 2 threads`. */
  readonly name: string;
  open(size: WorkspaceSize): Workspace;
  /** Runs the likelihood half on every block. */
  likelihood(workspace: Workspace): void;
  /** Runs the counting and maximising half on every block. */
  maximise(workspace: Workspace): void;
  /** An engine for rounds of the integrated mode outside this thread; null if that does not pay or is not available. */
  openRounds?(size: RoundSize): RoundRunner | null;
}

/** Everything in this thread, in plain TypeScript. */
export const PLAIN_ENGINE: CalibrationEngine = {
  name: 'typescript',
  open: (size) => workspaceOn(size, new ArrayBuffer(workspaceBytes(size))),
  likelihood(workspace) {
    for (let block = 0; block < workspace.size.blocks; block++)
      likelihoodBlock(workspace, block, PLAIN_PRODUCTS);
  },
  maximise(workspace) {
    for (let block = 0; block < workspace.size.blocks; block++)
      maximiseBlock(workspace, block, PLAIN_PRODUCTS);
  },
};
