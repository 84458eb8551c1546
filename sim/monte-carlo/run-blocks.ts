import { Worker } from 'node:worker_threads';
import { blockSimulator } from './block.ts';
import type { Study } from './replication.ts';
import type { BlockTallies } from './tally.ts';

/** Blocks that are handed out before the earliest open one is done: what comes early has to wait in memory. */
const AHEAD = 8;

/**
 * Simulates blocks on threads, or in this one where `workers` is 1; each result is handed over once, in no certain order. The first
 * error, of a worker or of `done`, ends all.
 */
export async function runBlocks(
  study: Study,
  blocks: readonly number[],
  workers: number,
  done: (block: number, tallies: BlockTallies) => void,
): Promise<void> {
  const count = Math.min(workers, blocks.length);
  if (count <= 1) {
    const simulate = blockSimulator(study);
    for (const block of blocks) {
      done(block, simulate(block));
      // Lets signals and timers in between two blocks.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return;
  }
  const threads: Worker[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      /** Places in `blocks` of what is at work. */
      const open = new Map<Worker, number>();
      const idle: Worker[] = [];
      let next = 0;
      let left = blocks.length;
      const hand = () => {
        while (idle.length > 0 && next < blocks.length) {
          if (next - Math.min(next, ...open.values()) > AHEAD * count) return;
          const thread = idle.pop()!;
          open.set(thread, next);
          thread.postMessage(blocks[next++]);
        }
      };
      for (let k = 0; k < count; k++) {
        const thread = startWorker(study);
        threads.push(thread);
        idle.push(thread);
        thread.on('error', reject);
        thread.on('exit', (code) => {
          if (left > 0) reject(new Error(`a thread of the study ended with exit code ${code}`));
        });
        thread.on('message', ({ block, tallies }: { block: number; tallies: BlockTallies }) => {
          try {
            done(block, tallies);
          } catch (error) {
            reject(error);
            return;
          }
          open.delete(thread);
          idle.push(thread);
          if (--left === 0) resolve();
          else hand();
        });
      }
      hand();
    });
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

function startWorker(study: Study): Worker {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new Worker(new URL(`./worker.${extension}`, import.meta.url), { workerData: study });
}
