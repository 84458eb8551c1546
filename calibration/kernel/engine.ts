import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type Engine, PLAIN_ENGINE } from '../fit/marginal/engine.ts';
import type { Products } from '../fit/marginal/products.ts';
import {
  type Workspace,
  type WorkspaceSize,
  workspaceBytes,
  workspaceOn,
} from '../fit/marginal/workspace.ts';
import { CONTROL, JOB, runJob } from './jobs.ts';
import { wasmProducts } from './wasm-products.ts';
import type { WorkerStart } from './worker.ts';

/** An engine that holds threads or memory until it is closed. */
export interface ClosableEngine extends Engine {
  close(): void;
}

const PAGE = 65536;
/** WebAssembly addresses 4 GiB; the first page is left to the module's own data. */
const MOST_PAGES = 65536;
/** A worker that is not there by then is not waited for: everything then runs in this thread. */
const START_TIMEOUT_MS = 10_000;

/**
 * The WebAssembly SIMD kernel on `threads` threads that share memory, this one included; each has a block of the items.
 * Where WebAssembly, its SIMD or shared memory are not to be had, the plain engine is given instead: same results to
 * rounding, only slower.
 */
export function wasmEngine(threads: number): ClosableEngine {
  const module = compileKernel();
  if (module === null) return { ...PLAIN_ENGINE, close() {} };
  const open = new Map<Workspace, Crew>();
  const crewOf = (workspace: Workspace): Crew => open.get(workspace)!;
  return {
    blocks: threads,
    name: threads === 1 ? 'wasm' : `wasm, ${threads} threads`,
    open(size) {
      const pages = 1 + Math.ceil(workspaceBytes(size) / PAGE);
      if (pages > MOST_PAGES) return PLAIN_ENGINE.open(size);
      const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
      const workspace = workspaceOn(size, memory.buffer, PAGE);
      open.set(workspace, startCrew(module, memory, size));
      return workspace;
    },
    likelihood(workspace) {
      if (open.has(workspace)) crewOf(workspace).run(JOB.likelihood, workspace);
      else PLAIN_ENGINE.likelihood(workspace);
    },
    maximise(workspace) {
      if (open.has(workspace)) crewOf(workspace).run(JOB.maximise, workspace);
      else PLAIN_ENGINE.maximise(workspace);
    },
    close() {
      for (const crew of open.values()) crew.dismiss();
      open.clear();
    },
  };
}

function compileKernel(): WebAssembly.Module | null {
  try {
    const bytes = readFileSync(new URL(import.meta.resolve('#assets/kernel.wasm')));
    return new WebAssembly.Module(bytes);
  } catch {
    return null;
  }
}

interface Crew {
  run(job: number, workspace: Workspace): void;
  dismiss(): void;
}

function startCrew(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  size: WorkspaceSize,
): Crew {
  const products = wasmProducts(module, memory);
  const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL.length));
  const helpers = size.blocks - 1;
  const workers = Array.from({ length: helpers }, (_, k) => {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    const start: WorkerStart = { module, memory, size, offset: PAGE, block: k + 1, control };
    const worker = new Worker(new URL(`./worker.${extension}`, import.meta.url), {
      workerData: start,
    });
    worker.unref();
    return worker;
  });
  const isReady = waitFor(control, CONTROL.ready, helpers, START_TIMEOUT_MS);
  return {
    run(job, workspace) {
      if (!isReady) runAlone(job, workspace, products);
      else runTogether(job, workspace, products, control, helpers);
    },
    dismiss() {
      Atomics.store(control, CONTROL.job, JOB.stop);
      Atomics.add(control, CONTROL.turn, 1);
      Atomics.notify(control, CONTROL.turn);
      for (const worker of workers) void worker.terminate();
    },
  };
}

function runAlone(job: number, workspace: Workspace, products: Products): void {
  for (let block = 0; block < workspace.size.blocks; block++)
    runJob(job, workspace, block, products);
}

function runTogether(
  job: number,
  workspace: Workspace,
  products: Products,
  control: Int32Array,
  helpers: number,
): void {
  Atomics.store(control, CONTROL.job, job);
  Atomics.store(control, CONTROL.done, 0);
  Atomics.add(control, CONTROL.turn, 1);
  Atomics.notify(control, CONTROL.turn);
  runJob(job, workspace, 0, products);
  waitFor(control, CONTROL.done, helpers, Number.POSITIVE_INFINITY);
  if (Atomics.load(control, CONTROL.failed) === 1)
    throw new Error('a calibration thread failed; run with one thread to see why');
}

/** Waits until the counter at `place` reaches `count`; false where the time runs out first. */
function waitFor(control: Int32Array, place: number, count: number, timeout: number): boolean {
  for (;;) {
    const now = Atomics.load(control, place);
    if (now >= count) return true;
    if (Atomics.wait(control, place, now, timeout) === 'timed-out') return false;
  }
}
