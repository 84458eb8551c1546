import { readFileSync } from 'node:fs';
import { type CalibrationEngine, PLAIN_ENGINE } from '../fit/marginal/engine/calibration-engine.ts';
import type { Products } from '../fit/marginal/engine/products.ts';
import {
  type Workspace,
  type WorkspaceSize,
  workspaceBytes,
  workspaceOn,
} from '../fit/marginal/engine/workspace.ts';
import { type Crew, startCrew } from './crew.ts';
import { JOB, runJob } from './jobs.ts';
import { threadedRounds } from './rounds.ts';
import { wasmProducts } from './wasm-products.ts';
import type { WorkerStart } from './worker.ts';

/** An engine that holds threads or memory until it is closed. */
export interface ClosableEngine extends CalibrationEngine {
  close(): void;
}

const PAGE = 65536;
/** WebAssembly addresses 4 GiB; the first page holds the module's own data. */
const MOST_PAGES = 65536;
/** With fewer answers, a fit ends before or shortly after a thread has started: measured in bench/threads.ts. */
const LEAST_ANSWERS_FOR_THREADS = 200_000;
/** An answer takes this many times longer in the integrated mode. */
const MORE_WORK = 4;

/**
 * The WebAssembly SIMD kernel on up to `threads` threads that share memory, this one included. The number of blocks of items
 * does not depend on the number of threads, and the sums of a block do not depend on the thread. So results are the same, bit
 * by bit, for any number of threads and for the plain engine. If a thread is late or never starts, the others take its blocks.
 * Small fits use one thread.
 *
 * If WebAssembly, its SIMD or shared memory are not available, the plain engine takes over, and the name says so.
 *
 * The engine serves one workspace at a time, the last one opened; the plain engine serves earlier ones.
 *
 * @param leastAnswers fits with fewer answers use one thread
 */
export function wasmEngine(
  threads: number,
  leastAnswers = LEAST_ANSWERS_FOR_THREADS,
): ClosableEngine {
  const module = compileKernel();
  if (module === null) return { ...PLAIN_ENGINE, close() {} };
  let current: { workspace: Workspace; crew: Crew; products: Products } | null = null;
  let name = PLAIN_ENGINE.name;
  const dismiss = () => {
    current?.crew.dismiss();
    current = null;
  };
  const run = (job: number, workspace: Workspace): void => {
    if (current?.workspace === workspace) {
      const { crew, products } = current;
      crew.run(job, (block) => runJob(job, workspace, block, products));
    } else if (job === JOB.likelihood) PLAIN_ENGINE.likelihood(workspace);
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
      const start: WorkerStart = { module, memory, size, offset: PAGE };
      const crew = startCrew('worker', start, size.blocks, isLarge ? threads : 1);
      name = crew.threads > 1 ? `wasm, ${crew.threads} threads` : 'wasm';
      current = { workspace, crew, products: wasmProducts(module, memory) };
      return workspace;
    },
    likelihood: (workspace) => run(JOB.likelihood, workspace),
    maximise: (workspace) => run(JOB.maximise, workspace),
    openRounds: (size) =>
      threads > 1 && size.examinees * size.items >= leastAnswers / MORE_WORK
        ? threadedRounds(size, threads)
        : null,
    close: dismiss,
  };
}

/** Memory for a workspace behind the first page; null if not available. */
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
