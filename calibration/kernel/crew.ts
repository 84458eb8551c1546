import { Worker } from 'node:worker_threads';
import {
  awaitFinished,
  CONTROL,
  finishTicket,
  isComplete,
  markBlock,
  openControl,
  postJob,
  stopThreads,
  takeTicket,
} from './tickets.ts';

/**
 * A block counts as lost if it takes this many times longer than all blocks of this thread together, and more than a minute.
 */
const MOST_SLOWER = 20;
const LEAST_PATIENCE_MS = 60_000;

/** Threads that share the blocks of jobs with this one. */
export interface Crew {
  /** Number of started threads, including this one. */
  readonly threads: number;
  /** Runs every block of a job; this thread runs blocks that no other takes, by `runBlock`. */
  run(job: number, runBlock: (block: number) => void): void;
  dismiss(): void;
}

/**
 * Starts further threads, or fewer if the machine allows fewer. Nothing waits for them.
 * @param worker name of the module that each runs, beside this one; it gets `start` and `control`
 */
export function startCrew(worker: string, start: object, blocks: number, threads: number): Crew {
  const control = openControl(blocks);
  const workers: Worker[] = [];
  try {
    while (workers.length < Math.min(threads, blocks) - 1)
      workers.push(startWorker(worker, { ...start, control }));
  } catch {
    // No more threads available: the existing ones do the work.
  }
  return {
    threads: 1 + workers.length,
    run: (job, runBlock) => runTogether(control, job, blocks, runBlock),
    dismiss() {
      stopThreads(control);
      for (const thread of workers) void thread.terminate();
    },
  };
}

function startWorker(name: string, start: object): Worker {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const worker = new Worker(new URL(`./${name}.${extension}`, import.meta.url), {
    workerData: start,
  });
  // A dead thread is noticed by its silence; without a listener its error would end the program.
  worker.on('error', () => {});
  worker.unref();
  return worker;
}

/** Takes blocks until none is left, then waits for those of other threads. */
function runTogether(
  control: Int32Array,
  job: number,
  blocks: number,
  runBlock: (block: number) => void,
): void {
  const begun = performance.now();
  postJob(control, job, blocks);
  for (let ticket = takeTicket(control); ticket >= 0; ticket = takeTicket(control)) {
    runBlock(ticket % blocks);
    markBlock(control, ticket, blocks);
    finishTicket(control);
  }
  const patience = LEAST_PATIENCE_MS + MOST_SLOWER * (performance.now() - begun);
  const isDone = awaitFinished(control, patience);
  if (!isDone || Atomics.load(control, CONTROL.failed) === 1 || !isComplete(control, blocks))
    throw new Error('a calibration thread failed; run with one thread to see why');
}
