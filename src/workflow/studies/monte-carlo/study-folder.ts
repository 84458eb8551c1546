import { createHash } from 'node:crypto';
import { z } from 'zod';
import { FACTORS } from '../../../../sim/monte-carlo/design/cells.ts';
import type { BlockSums } from '../../../../sim/monte-carlo/measure/group-sums.ts';
import { groupsOfBlock } from '../../../../sim/monte-carlo/run/block.ts';
import type { Study } from '../../../../sim/monte-carlo/run/replication.ts';
import type { ItemParameters } from '../../../irt/parameters.ts';
import { openBlockFolder } from '../block-folder.ts';

/** Goes up where the same design would give other blocks. */
const VERSION = 6;

const figure = z.number().nullable();
const count = z.int().nonnegative();
const groupSums = z.strictObject({
  bins: z.array(z.number()),
  lengths: z.array(z.tuple([count, count])),
  stops: z.array(z.tuple([z.string().min(1).max(1000), count])),
  search: z
    .strictObject({ converged: z.boolean(), rounds: count, greatest: z.number().min(0).max(1) })
    .nullable(),
  exposures: z.array(z.tuple([count, count])),
  efficiency: z.number(),
  cost: z.number(),
  scoreError: z.number(),
  absoluteScoreError: z.number(),
  classes: z.array(z.tuple([count, count])),
  agreement: z.strictObject({
    kendall: figure,
    spearman: figure,
    pairs: figure,
    top: z.array(figure),
  }),
});
const blockFile = z.object({ tallies: z.array(z.array(groupSums)) });

/** Blocks of a study that are kept in a folder, each whole or not at all. */
export interface StudyFolder {
  readonly path: string;
  readonly fingerprint: string;
  /** Numbers of the blocks that are there, ascending; there may be more than the design has replications for. */
  readonly blocks: readonly number[];
  read(block: number): BlockSums;
  keep(block: number, sums: BlockSums): void;
}

/**
 * Distinguishes studies whose blocks would differ: SHA-256 of the design and of its bank, 64 hexadecimal digits. More replications are
 * more of the same blocks.
 */
export function studyFingerprint({ design, bank, collection = null }: Study): string {
  const hash = createHash('sha256').update(
    JSON.stringify([VERSION, { ...design, precision: null, replications: null }]),
  );
  const addNumbers = (...parts: Float64Array[]) => {
    for (const { buffer, byteOffset, byteLength } of parts)
      hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  };
  const addItems = ({ a, b, c, d }: ItemParameters) => addNumbers(a, b, c, d);
  if (collection !== null) addItems(collection.items);
  if (bank === null) return hash.digest('hex');
  const { ids, items, tags, costs, standardErrors: se } = bank;
  hash.update(JSON.stringify(ids));
  addItems(items);
  if (se !== null) addNumbers(se.a, se.b, se.c);
  if (costs !== null) addNumbers(costs);
  for (const [name, { values, codes }] of Object.entries(tags))
    hash.update(JSON.stringify([name, values, Array.from(codes)]));
  return hash.digest('hex');
}

/** Of a design what makes other blocks, with its cells as the lists they were made of. */
function comparedDesign({ design }: Readonly<Record<string, unknown>>): unknown {
  const kept = z.looseObject({ cells: z.array(z.looseObject({})) }).safeParse(design);
  if (!kept.success) return {};
  const { cells, precision: _, replications: __, ...own } = kept.data;
  const lists = FACTORS.map((name) => [name, [...new Set(cells.map((cell) => cell[name]))]]);
  return { ...Object.fromEntries(lists), ...own, cells: cells.length };
}

/**
 * Opens the folder of a study, to start or to continue it.
 * @throws OPTIONS_CONFLICT if one has begun and this is to begin, or where it is another one
 */
export function openStudyFolder(folder: string, study: Study, resume: boolean): StudyFolder {
  const { design } = study;
  const fingerprint = studyFingerprint(study);
  const { blocks, read, keep } = openBlockFolder(
    folder,
    {
      format: 'thetarank-monte-carlo',
      fingerprint,
      head: { design },
      madeOf: 'design or bank',
      compared: comparedDesign,
    },
    resume,
  );
  return {
    path: folder,
    fingerprint,
    blocks,
    read: (block) =>
      read(block, (value) => {
        const parsed = blockFile.safeParse(value);
        const isWhole =
          parsed.success &&
          parsed.data.tallies.length === groupsOfBlock(design) &&
          parsed.data.tallies.every(({ length }) => length === design.cells.length);
        return isWhole ? parsed.data.tallies : null;
      }),
    keep: (block, sums) => keep(block, { tallies: sums }),
  };
}
