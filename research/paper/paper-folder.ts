import { createHash } from 'node:crypto';
import { type BlockFolder, openBlockFolder } from 'thetarank/study';
import { z } from 'zod';
import { CALIBRATIONS, lengthsOf, METHODS } from './simulate/methods.ts';
import { type PaperBlock, type PaperStudy, placeOf } from './simulate/paper-block.ts';
import { PARTICIPANTS } from './simulate/pool.ts';

/** Increases when the same study would give different blocks. */
const VERSION = 1;

const seconds = z.number().nonnegative();
const names = Object.keys(CALIBRATIONS) as (keyof typeof CALIBRATIONS)[];

/** Blocks of the paper's study that are kept in a folder. The number of seeds may change. */
export interface PaperFolder {
  readonly path: string;
  readonly blocks: readonly number[];
  read(block: number): PaperBlock;
  keep(block: number, result: PaperBlock): void;
}

/** @throws OPTIONS_CONFLICT if the folder already has a study and this one is new, or if the study there differs */
export function openPaperFolder(
  folder: string,
  study: PaperStudy,
  models: number,
  resume: boolean,
): PaperFolder {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([VERSION, study.items, study.lengths, METHODS]))
    .digest('hex');
  const { blocks, read, keep }: BlockFolder = openBlockFolder(
    folder,
    { format: 'thetarank-paper', fingerprint, head: { study }, madeOf: 'size or lengths' },
    resume,
  );
  return {
    path: folder,
    blocks,
    read: (block) =>
      read(block, (value) => {
        const parsed = blockSchema(study, block, models).safeParse(value);
        return parsed.success ? parsed.data : null;
      }),
    keep,
  };
}

/** The required shape of a block: the methods, lengths and models of its part. */
function blockSchema({ lengths }: PaperStudy, block: number, models: number) {
  const { part } = placeOf(block);
  const methods = METHODS[part];
  const row = z.array(z.number()).length(models);
  return z.object({
    regular: row,
    participants: z.array(z.number()).length(part === 'published' ? PARTICIPANTS : 0),
    methods: z
      .array(z.object({ scores: z.array(row), low: z.array(row), high: z.array(row), seconds }))
      .length(methods.length)
      .refine((all) =>
        all.every(({ scores, low, high }, m) =>
          [scores, low, high].every((of) => of.length === lengthsOf(methods[m], lengths).length),
        ),
      ),
    calibrations: z.array(z.object({ name: z.enum(names), seconds })),
  });
}
