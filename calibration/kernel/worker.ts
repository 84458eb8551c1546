import { workerData } from 'node:worker_threads';
import { type WorkspaceSize, workspaceOn } from '../fit/marginal/workspace.ts';
import { runJob } from './jobs.ts';
import { awaitTicket, CONTROL, finishTicket } from './tickets.ts';
import { wasmProducts } from './wasm-products.ts';

/** What a worker is started with. */
export interface WorkerStart {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly size: WorkspaceSize;
  readonly offset: number;
  readonly control: Int32Array;
}

const { module, memory, size, offset, control } = workerData as WorkerStart;
const workspace = workspaceOn(size, memory.buffer, offset);
const products = wasmProducts(module, memory);
for (;;) {
  const ticket = awaitTicket(control);
  if (ticket < 0) break;
  try {
    runJob(Atomics.load(control, CONTROL.job), workspace, ticket % size.blocks, products);
  } catch {
    Atomics.store(control, CONTROL.failed, 1);
  }
  finishTicket(control);
}
