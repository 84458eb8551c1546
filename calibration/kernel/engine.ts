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
/** A thread that is not there by then is not waited for: everything then runs in this one. */
const START_TIMEOUT_MS = 10_000;
/** A thread that takes this much longer than this one, and a minute, for as large a part is gone. */
const MOST_SLOWER = 20;
const LEAST_PATIENCE_MS = 60_000;

/**
 * The WebAssembly SIMD kernel on `threads` threads that share memory, this one included; each has a block of the items.
 * Where WebAssembly, its SIMD or shared memory are not to be had the plain engine takes over, where threads cannot be
 * started this one does their work: same results to rounding, only slower, and the name says which.
 *
 * The engine is at one workspace at a time, the last it opened; earlier ones can still be used, by the plain engine.
 */
export function wasmEngine(threads: number, startTimeout = START_TIMEOUT_MS): ClosableEngine {
  const module = compileKernel();
  if (module === null) return { ...PLAIN_ENGINE, close() {} };
  let current: { workspace: Workspace; crew: Crew } | null = null;
  let isPlain = false;
  let hasThreads = threads > 1;
  const dismiss = () => {
    current?.crew.dismiss();
    current = null;
  };
  const run = (job: number, workspace: Workspace): void => {
    if (current?.workspace === workspace) current.crew.run(job, workspace);
    else if (job === JOB.likelihood) PLAIN_ENGINE.likelihood(workspace);
    else PLAIN_ENGINE.maximise(workspace);
  };
  return {
    blocks: threads,
    get name() {
      if (isPlain) return PLAIN_ENGINE.name;
      return hasThreads ? `wasm, ${threads} threads` : 'wasm';
    },
    open(size) {
      dismiss();
      const memory = sharedMemory(size);
      isPlain = memory === null;
      if (memory === null) return PLAIN_ENGINE.open(size);
      const workspace = workspaceOn(size, memory.buffer, PAGE);
      const crew = startCrew(module, memory, size, hasThreads ? startTimeout : 0);
      hasThreads &&= size.blocks === 1 || crew.hasThreads;
      current = { workspace, crew };
      return workspace;
    },
    likelihood: (workspace) => run(JOB.likelihood, workspace),
    maximise: (workspace) => run(JOB.maximise, workspace),
    close: dismiss,
  };
}

/** Memory for a workspace behind the first page; null where there is none to be had. */
function sharedMemory(size: WorkspaceSize): WebAssembly.Memory | null {
  const pages = 1 + Math.ceil(workspaceBytes(size) / PAGE);
  if (pages > MOST_PAGES) return null;
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  } catch {
    return null;
  }
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
  /** False where the other threads did not start. */
  readonly hasThreads: boolean;
  run(job: number, workspace: Workspace): void;
  dismiss(): void;
}

/** Starts a thread for each block but the first; with a timeout of 0 none. */
function startCrew(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  size: WorkspaceSize,
  timeout: number,
): Crew {
  const products = wasmProducts(module, memory);
  const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL.length));
  const helpers = size.blocks - 1;
  const workers: Worker[] = [];
  if (timeout > 0)
    try {
      for (let block = 1; block <= helpers; block++)
        workers.push(startWorker({ module, memory, size, offset: PAGE, block, control }));
    } catch {
      // No threads here: see hasThreads.
    }
  const hasThreads =
    workers.length === helpers && waitFor(control, CONTROL.ready, helpers, timeout);
  return {
    hasThreads,
    run(job, workspace) {
      if (hasThreads) runTogether(job, workspace, products, control, helpers);
      else runAlone(job, workspace, products);
    },
    dismiss() {
      Atomics.store(control, CONTROL.job, JOB.stop);
      Atomics.add(control, CONTROL.turn, 1);
      Atomics.notify(control, CONTROL.turn);
      for (const worker of workers) void worker.terminate();
    },
  };
}

function startWorker(start: WorkerStart): Worker {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./worker.${extension}`, import.meta.url), {
    workerData: start,
  });
  // One that dies is noticed by its silence; without a listener its error would end the program.
  worker.on('error', () => {});
  worker.unref();
  return worker;
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
  const begun = performance.now();
  runJob(job, workspace, 0, products);
  const patience = LEAST_PATIENCE_MS + MOST_SLOWER * (performance.now() - begun);
  const isDone = waitFor(control, CONTROL.done, helpers, patience);
  if (!isDone || Atomics.load(control, CONTROL.failed) === 1)
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
