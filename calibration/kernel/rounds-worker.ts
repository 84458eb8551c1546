import { workerData } from 'node:worker_threads';
import { openRoundBlock } from '../fit/integrated/round-block.ts';
import {
  ROUND_BLOCKS,
  type RoundSize,
  roundWorkspaceOn,
} from '../fit/integrated/round-workspace.ts';
import { serveTickets } from './serve-tickets.ts';

/** What a worker of the integrated mode is started with. */
export interface RoundsStart {
  readonly size: RoundSize;
  readonly buffer: SharedArrayBuffer;
}

const { size, buffer, control } = workerData as RoundsStart & { readonly control: Int32Array };
const runBlock = openRoundBlock(roundWorkspaceOn(size, buffer));
serveTickets(control, ROUND_BLOCKS, (_, block) => runBlock(block));
