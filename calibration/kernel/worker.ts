import { workerData } from 'node:worker_threads';
import { type WorkspaceSize, workspaceOn } from '../fit/marginal/workspace.ts';
import { CONTROL, JOB, runJob } from './jobs.ts';
import { wasmProducts } from './wasm-products.ts';

/** What a worker is started with. */
export interface WorkerStart {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  readonly size: WorkspaceSize;
  readonly offset: number;
  readonly block: number;
  readonly control: Int32Array;
}

const { module, memory, size, offset, block, control } = workerData as WorkerStart;
const workspace = workspaceOn(size, memory.buffer, offset);
const products = wasmProducts(module, memory);
Atomics.add(control, CONTROL.ready, 1);
Atomics.notify(control, CONTROL.ready);
for (let turn = 0; ; turn++) {
  Atomics.wait(control, CONTROL.turn, turn);
  const job = Atomics.load(control, CONTROL.job);
  if (job === JOB.stop) break;
  try {
    runJob(job, workspace, block, products);
  } catch {
    Atomics.store(control, CONTROL.failed, 1);
  }
  Atomics.add(control, CONTROL.done, 1);
  Atomics.notify(control, CONTROL.done);
}
