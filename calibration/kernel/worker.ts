import { workerData } from 'node:worker_threads';
import { type WorkspaceSize, workspaceOn } from '../fit/marginal/engine/workspace.ts';
import { runJob } from './jobs.ts';
import { serveTickets } from './serve-tickets.ts';
import { wasmProducts } from './wasm-products.ts';

/** What a worker of the marginal mode is started with. */
export interface WorkerStart {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly size: WorkspaceSize;
  readonly offset: number;
}

const { module, memory, size, offset, control } = workerData as WorkerStart & {
  readonly control: Int32Array;
};
const workspace = workspaceOn(size, memory.buffer, offset);
const products = wasmProducts(module, memory);
serveTickets(control, size.blocks, (job, block) => runJob(job, workspace, block, products));
