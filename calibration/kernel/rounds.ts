import { openRoundBlock } from '../fit/integrated/round-block.ts';
import {
  ROUND_BLOCKS,
  type RoundRunner,
  type RoundSize,
  roundBytes,
  roundWorkspaceOn,
} from '../fit/integrated/round-workspace.ts';
import { startCrew } from './crew.ts';
import type { RoundsStart } from './rounds-worker.ts';

/** Rounds of the integrated mode on up to `threads` threads; null if there is no shared memory for them. */
export function threadedRounds(size: RoundSize, threads: number): RoundRunner | null {
  let buffer: SharedArrayBuffer;
  try {
    buffer = new SharedArrayBuffer(roundBytes(size));
  } catch {
    return null;
  }
  const workspace = roundWorkspaceOn(size, buffer);
  const start: RoundsStart = { size, buffer };
  const crew = startCrew('rounds-worker', start, ROUND_BLOCKS, threads);
  const runBlock = openRoundBlock(workspace);
  return { workspace, run: () => crew.run(0, runBlock), close: () => crew.dismiss() };
}
