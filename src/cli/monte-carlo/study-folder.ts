import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { blockCount } from '../../../sim/monte-carlo/block.ts';
import type { Study } from '../../../sim/monte-carlo/replication.ts';
import type { Tally } from '../../../sim/monte-carlo/tally.ts';
import { fail } from '../../errors.ts';
import { parseJson } from '../../files/parse-json.ts';
import { readText } from '../../files/read-text.ts';
import { writeFileWhole } from '../../files/write.ts';

const STUDY_FILE = 'study.json';
const BLOCKS = 'blocks';
/** Goes up where the same design would give other blocks. */
const VERSION = 1;

const kept = z.object({ format: z.literal('thetarank-monte-carlo'), fingerprint: z.string() });
const figure = z.number().nullable();
const count = z.int().nonnegative();
const tally = z.strictObject({
  bins: z.array(z.number()),
  lengths: z.array(z.tuple([count, count])),
  exposures: z.array(z.tuple([count, count])),
  efficiency: z.number(),
  scoreError: z.number(),
  absoluteScoreError: z.number(),
  agreement: z.strictObject({ kendall: figure, spearman: figure, pairs: figure, top1: figure }),
});
const blockFile = z.object({ fingerprint: z.string(), tallies: z.array(tally) });

/** Blocks of a study that are kept in a folder, each whole or not at all. */
export interface StudyFolder {
  /** Numbers of the blocks that are there, ascending. */
  readonly blocks: readonly number[];
  read(block: number): Tally[];
  keep(block: number, tallies: readonly Tally[]): void;
}

/** Tells studies apart whose results would differ: SHA-256 of the design and of its bank, 64 hexadecimal digits. */
export function studyFingerprint({ design, bank }: Study): string {
  const hash = createHash('sha256').update(
    JSON.stringify([VERSION, { ...design, precision: null }]),
  );
  if (bank === null) return hash.digest('hex');
  const { ids, items, tags, standardErrors: se } = bank;
  hash.update(JSON.stringify(ids));
  for (const part of [
    items.a,
    items.b,
    items.c,
    items.d,
    ...(se === null ? [] : [se.a, se.b, se.c]),
  ])
    hash.update(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  for (const [name, { values, codes }] of Object.entries(tags))
    hash.update(JSON.stringify([name, values, Array.from(codes)]));
  return hash.digest('hex');
}

/**
 * Opens the folder of a study, to begin or to go on.
 * @throws OPTIONS_CONFLICT where one has begun and this is to begin, or where it is another one
 */
export function openStudyFolder(folder: string, study: Study, resume: boolean): StudyFolder {
  const fingerprint = studyFingerprint(study);
  const file = join(folder, STUDY_FILE);
  const isThere = existsSync(file);
  if (isThere) checkKept(file, fingerprint, resume);
  const path = (block: number) => join(folder, BLOCKS, `${String(block).padStart(6, '0')}.json`);
  const present = isThere ? blocksIn(join(folder, BLOCKS), blockCount(study.design)) : [];
  if (!isThere) {
    // Blocks without a study beside them tell nobody what they are of.
    rmSync(join(folder, BLOCKS), { recursive: true, force: true });
    const head = { format: 'thetarank-monte-carlo', fingerprint, design: study.design };
    writeFileWhole(file, `${JSON.stringify(head, null, 2)}\n`);
  }
  return {
    blocks: present,
    read: (block) => readBlock(path(block), fingerprint, study),
    keep: (block, tallies) =>
      writeFileWhole(path(block), `${JSON.stringify({ fingerprint, tallies })}\n`),
  };
}

function checkKept(file: string, fingerprint: string, resume: boolean): void {
  const parsed = kept.safeParse(parseJson(readText(file).toString('utf8')));
  if (!parsed.success)
    fail('FILE_INVALID', {
      file,
      found: 'other content',
      accepted: 'a study as thetarank wrote it',
    });
  if (!resume)
    fail('OPTIONS_CONFLICT', {
      options: '--out',
      reason: `${file} is of a study that has begun; --resume goes on with it, another --out begins another one.`,
    });
  if (parsed.data?.fingerprint !== fingerprint)
    fail('OPTIONS_CONFLICT', {
      options: '--resume',
      reason: `${file} is of another design or bank; make the design as it was to go on, or begin another study with another --out.`,
    });
}

function blocksIn(folder: string, count: number): number[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => (/^\d{6,}\.json$/.test(name) ? [Number.parseInt(name, 10)] : []))
    .filter((block) => block < count)
    .sort((x, y) => x - y);
}

function readBlock(file: string, fingerprint: string, { design }: Study): Tally[] {
  const parsed = blockFile.safeParse(parseJson(readText(file).toString('utf8')));
  const isOurs =
    parsed.success &&
    parsed.data.fingerprint === fingerprint &&
    parsed.data.tallies.length === design.cells.length;
  if (!isOurs)
    return fail('FILE_INVALID', {
      file,
      found: 'something else than a block of this study',
      accepted: 'a block as thetarank wrote it; remove the file, and it is simulated again',
    });
  return parsed.data.tallies;
}
