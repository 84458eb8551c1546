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
import { JOB, runJob } from './jobs.ts';
import {
  awaitFinished,
  CONTROL,
  finishTicket,
  postJob,
  stopThreads,
  takeTicket,
} from './tickets.ts';
import { wasmProducts } from './wasm-products.ts';
import type { WorkerStart } from './worker.ts';

/** An engine that holds threads or memory until it is closed. */
export interface ClosableEngine extends Engine {
  close(): void;
}

const PAGE = 65536;
/** WebAssembly addresses 4 GiB; the first page is left to the module's own data. */
const MOST_PAGES = 65536;
/** A block that takes this much longer than those of this thread together, and a minute, will not come. */
const MOST_SLOWER = 20;
const LEAST_PATIENCE_MS = 60_000;
/** Below this many answers a fit is over before a thread has started, or hardly later: measured in bench/threads.ts. */
const LEAST_ANSWERS_FOR_THREADS = 200_000;

/**
 * The WebAssembly SIMD kernel on up to `threads` threads that share memory, this one included. The items are divided into
 * as many blocks whatever the number of threads, and a block's sums do not depend on who makes them: so results are the
 * same, bit by bit, for any number of threads and for the plain engine. A thread that is late, or never starts, leaves
 * its blocks to the others. Small fits take one thread.
 *
 * Where WebAssembly, its SIMD or shared memory are not to be had the plain engine takes over, and the name says so.
 *
 * The engine is at one workspace at a time, the last it opened; earlier ones can still be used, by the plain engine.
 *
 * @param leastAnswers fits of fewer answers take one thread
 */
export function wasmEngine(
  threads: number,
  leastAnswers = LEAST_ANSWERS_FOR_THREADS,
): ClosableEngine {
  const module = compileKernel();
  if (module === null) return { ...PLAIN_ENGINE, close() {} };
  let current: { workspace: Workspace; crew: Crew } | null = null;
  let name = PLAIN_ENGINE.name;
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
    get name() {
      return name;
    },
    open(size) {
      dismiss();
      const memory = sharedMemory(size);
      if (memory === null) {
        name = PLAIN_ENGINE.name;
        return PLAIN_ENGINE.open(size);
      }
      const workspace = workspaceOn(size, memory.buffer, PAGE);
      const isLarge = size.examinees * size.items >= leastAnswers;
      const crew = startCrew(module, memory, size, isLarge ? Math.min(threads, size.blocks) : 1);
      name = crew.threads > 1 ? `wasm, ${crew.threads} threads` : 'wasm';
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
  /** Threads that were started, and this one. */
  readonly threads: number;
  run(job: number, workspace: Workspace): void;
  dismiss(): void;
}

/** Starts the threads beside this one; fewer where the machine gives fewer. Nothing waits for them. */
function startCrew(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  size: WorkspaceSize,
  threads: number,
): Crew {
  const products = wasmProducts(module, memory);
  const control = new Int32Array(new SharedArrayBuffer(4 * CONTROL.length));
  const workers: Worker[] = [];
  try {
    while (workers.length < threads - 1)
      workers.push(startWorker({ module, memory, size, offset: PAGE, control }));
  } catch {
    // No more threads here: those there are do the work.
  }
  return {
    threads: 1 + workers.length,
    run: (job, workspace) => runTogether(job, workspace, products, control),
    dismiss() {
      stopThreads(control);
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

/** Takes blocks until none is left, and waits for those that other threads took. */
function runTogether(
  job: number,
  workspace: Workspace,
  products: Products,
  control: Int32Array,
): void {
  const { blocks } = workspace.size;
  const begun = performance.now();
  postJob(control, job, blocks);
  for (let ticket = takeTicket(control); ticket >= 0; ticket = takeTicket(control)) {
    runJob(job, workspace, ticket % blocks, products);
    finishTicket(control);
  }
  const patience = LEAST_PATIENCE_MS + MOST_SLOWER * (performance.now() - begun);
  const isDone = awaitFinished(control, patience);
  if (!isDone || Atomics.load(control, CONTROL.failed) === 1)
    throw new Error('a calibration thread failed; run with one thread to see why');
}
