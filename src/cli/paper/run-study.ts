import { PARTS, type Part } from '../../../sim/paper/methods.ts';
import {
  blockAt,
  type PaperBlock,
  type PaperBlocks,
  type PaperStudy,
  placeOf,
} from '../../../sim/paper/paper-block.ts';
import type { PartSeeds } from '../../../sim/paper/paper-report.ts';
import { runPaper } from '../../../sim/paper/run-paper.ts';
import { progressBar } from '../progress.ts';
import type { PaperFolder } from './paper-folder.ts';

/** About how much longer a part takes than the shortest. */
const STEPS: Readonly<Record<Part, number>> = { published: 1, recorded: 7 };
const DOING: Readonly<Record<Part, string>> = {
  published: 'published method',
  recorded: 'recorded answers, robust',
};

/** Simulates what a folder does not have yet, with progress on standard error, and gives all blocks. */
export async function runStudy(
  study: PaperStudy,
  seeds: PartSeeds,
  folder: PaperFolder | null,
  workers: number,
): Promise<PaperBlocks> {
  const places = PARTS.flatMap((part) =>
    Array.from({ length: seeds[part] }, (_, k) => ({ seed: k + 1, part })),
  ).sort((x, y) => x.seed - y.seed);
  const kept = new Set(folder?.blocks);
  const done = new Map<number, PaperBlock>();
  const left = places.filter((place) => !kept.has(blockAt(place)));
  for (const block of places.map(blockAt))
    if (kept.has(block)) done.set(block, folder!.read(block));
  const progress = progressBar();
  progress.start(
    left.reduce((sum, { part }) => sum + STEPS[part], 0),
    'simulating',
  );
  try {
    await runPaper(study, left.map(blockAt), workers, (block, result) => {
      folder?.keep(block, result);
      done.set(block, result);
      const { seed, part } = placeOf(block);
      for (let k = 0; k < STEPS[part]; k++) progress.advance(`seed ${seed}, ${DOING[part]}`);
    });
  } finally {
    progress.stop();
  }
  const of = (part: Part) =>
    Array.from({ length: seeds[part] }, (_, k) => done.get(blockAt({ seed: k + 1, part }))!);
  return { published: of('published'), recorded: of('recorded') };
}
