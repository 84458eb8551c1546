import type { StudyState, StudyWatch } from 'thetarank';
import type { PaperFolder } from './paper-folder.ts';
import { PARTS, type Part } from './simulate/methods.ts';
import {
  blockAt,
  type PaperBlock,
  type PaperBlocks,
  type PaperStudy,
  placeOf,
} from './simulate/paper-block.ts';
import type { PartSeeds } from './simulate/paper-report.ts';
import { runPaper } from './simulate/run-paper.ts';

/** Approximate time of a part relative to the shortest. */
const STEPS: Readonly<Record<Part, number>> = { published: 1, recorded: 7 };
const DOING: Readonly<Record<Part, string>> = {
  published: 'published method',
  recorded: 'recorded answers, robust',
};

/** Simulates the blocks that a folder lacks, and returns all blocks. */
export async function runPaperStudy(
  study: PaperStudy,
  seeds: PartSeeds,
  folder: PaperFolder | null,
  workers: number,
  watch: StudyWatch,
): Promise<PaperBlocks> {
  const places = PARTS.flatMap((part) =>
    Array.from({ length: seeds[part] }, (_, k) => ({ seed: k + 1, part })),
  ).sort((x, y) => x.seed - y.seed);
  const kept = new Set(folder?.blocks);
  const blocks = new Map<number, PaperBlock>();
  const left: number[] = [];
  for (const block of places.map(blockAt)) {
    if (kept.has(block)) blocks.set(block, folder!.read(block));
    else left.push(block);
  }
  if (left.length > 0) {
    const state = () => ({
      folder: folder?.path ?? null,
      done: blocks.size,
      total: places.length,
      unit: 'block',
    });
    await withProgress(watch, [...blocks.keys()], left, state, (advance) =>
      runPaper(study, left, workers, (block, result) => {
        folder?.keep(block, result);
        blocks.set(block, result);
        advance(block);
      }),
    );
  }
  const of = (part: Part) =>
    Array.from({ length: seeds[part] }, (_, k) => blocks.get(blockAt({ seed: k + 1, part }))!);
  return { published: of('published'), recorded: of('recorded') };
}

/** Shows the progress over blocks, weighted by the time of their part. */
async function withProgress(
  { progress, begin }: StudyWatch,
  kept: readonly number[],
  left: readonly number[],
  state: () => StudyState,
  work: (advance: (block: number) => void) => Promise<void>,
): Promise<void> {
  const stepsOf = (blocks: readonly number[]) =>
    blocks.reduce((sum, block) => sum + STEPS[placeOf(block).part], 0);
  progress.start(stepsOf(kept) + stepsOf(left), 'simulating');
  for (let k = 0; k < stepsOf(kept); k++) progress.advance('simulating', true);
  const release = begin(state);
  try {
    await work((block) => {
      const { seed, part } = placeOf(block);
      for (let k = 0; k < STEPS[part]; k++) progress.advance(`seed ${seed}, ${DOING[part]}`);
    });
  } finally {
    release();
    progress.stop();
  }
}
