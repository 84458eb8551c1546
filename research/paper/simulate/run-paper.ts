import { runTasks } from 'thetarank';
import { type PaperBlock, type PaperStudy, paperBlock, placeOf } from './paper-block.ts';

/** Simulates blocks of the paper's study by `runTasks`. */
export function runPaper(
  study: PaperStudy,
  blocks: readonly number[],
  workers: number,
  done: (block: number, result: PaperBlock) => void,
): Promise<void> {
  const work = { from: import.meta.url, worker: 'worker.ts', data: study, open: paperSimulator };
  return runTasks(work, blocks, workers, done);
}

/** Simulates blocks by their number, and measures the processor time of this thread only. */
export function paperSimulator(study: PaperStudy): (block: number) => PaperBlock {
  const clock = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1e6;
  };
  return (block) => paperBlock(study, placeOf(block), clock);
}
