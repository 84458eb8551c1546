import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { fail } from '../../errors.ts';
import { writeFileWhole } from '../../files/write/write.ts';
import { parseJson } from '../../text/parse-json.ts';
import { readText } from '../../text/read-text.ts';
import { differentFields } from '../asking/different-fields.ts';
import { HEAD } from './kept/shown-files.ts';

const BLOCKS = 'blocks';
/** Fields that an error names. */
const NAMED_FIELDS = 6;

/** The study for which a folder is opened. */
export interface BlockStudy {
  /** Names the kind of study in its file, such as `thetarank-monte-carlo`. */
  readonly format: string;
  /** Distinguishes studies whose blocks would differ. */
  readonly fingerprint: string;
  /** Further information about the study in the file, for people. */
  readonly head: Readonly<Record<string, unknown>>;
  /** Words for the parts that identify a study: `design or bank`. */
  readonly madeOf: string;
  /** The identifying part of a head; by default all of it. It may come from a file, so its form is uncertain. */
  readonly compared?: (head: Readonly<Record<string, unknown>>) => unknown;
}

/** Blocks of a study that are kept in a folder, each whole or not at all. */
export interface BlockFolder {
  /** Numbers of the blocks that are there, ascending. */
  readonly blocks: readonly number[];
  /** What was kept of a block, as `accept` reads it. @throws FILE_INVALID if `accept` gives null */
  read<T>(block: number, accept: (value: unknown) => T | null): T;
  keep(block: number, value: object): void;
}

/**
 * Opens the folder of a study, to start or to continue it.
 * @throws OPTIONS_CONFLICT if the folder has a study and this one is new, if it has none and this one is resumed, or if the
 * study differs; FILE_INVALID if its file is damaged
 */
export function openBlockFolder(folder: string, study: BlockStudy, resume: boolean): BlockFolder {
  const { format, fingerprint, head } = study;
  const file = join(folder, HEAD);
  const isThere = existsSync(file);
  if (isThere) checkKept(file, study, resume);
  else if (resume)
    fail('OPTIONS_CONFLICT', {
      options: 'resume',
      reason: `${folder} has no study to continue (no ${HEAD} there). Check the name of the folder; to start a study there, do not resume.`,
    });
  const path = (block: number) => join(folder, BLOCKS, `${String(block).padStart(6, '0')}.json`);
  const blocks = isThere ? blocksIn(join(folder, BLOCKS)) : [];
  if (!isThere) {
    // Blocks without a study file cannot be identified.
    rmSync(join(folder, BLOCKS), { recursive: true, force: true });
    writeFileWhole(file, `${JSON.stringify({ format, fingerprint, ...head }, null, 2)}\n`);
  }
  return {
    blocks,
    read: (block, accept) => readBlock(path(block), fingerprint, accept),
    keep: (block, value) =>
      writeFileWhole(path(block), `${JSON.stringify({ fingerprint, ...value })}\n`),
  };
}

function checkKept(file: string, study: BlockStudy, resume: boolean): void {
  const { format, fingerprint } = study;
  const kept = z.looseObject({ format: z.literal(format), fingerprint: z.string() });
  const found = parseJson(readText(file).toString('utf8'));
  const parsed = kept.safeParse(found);
  const other = z.object({ format: z.string().startsWith('thetarank-') }).safeParse(found).data;
  if (other !== undefined && other.format !== format)
    fail('OPTIONS_CONFLICT', {
      options: resume ? 'resume' : 'out',
      reason: `${file} is of a study of another kind (${other.format}). To start another study, choose another folder.`,
    });
  if (!parsed.success)
    fail('FILE_INVALID', {
      file,
      found: 'other content',
      accepted: 'the file as thetarank wrote it',
    });
  const { format: _, fingerprint: before, ...head } = parsed.data!;
  if (before !== fingerprint)
    fail('OPTIONS_CONFLICT', {
      options: resume ? 'resume' : 'out',
      reason: `${file} is of a study with another ${study.madeOf}${differenceText(head, study)}. To continue that study, use the same values as then${resume ? '' : ' and add --resume'}; to start another study, choose another folder.`,
    });
  if (!resume)
    fail('OPTIONS_CONFLICT', {
      options: 'out',
      reason: `${file} is of a study that has already started. To continue it, add --resume; to start another study, choose another folder.`,
    });
}

/** The fields in which the kept study differs; empty if only hidden parts differ. */
function differenceText(
  kept: Readonly<Record<string, unknown>>,
  { head, compared = (own) => own }: BlockStudy,
): string {
  const now = JSON.parse(JSON.stringify(head)) as Record<string, unknown>;
  const fields = differentFields(compared(kept), compared(now));
  if (fields.length === 0) return '';
  const more = fields.length - NAMED_FIELDS;
  return `, with a different ${fields.slice(0, NAMED_FIELDS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function blocksIn(folder: string): number[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => (/^\d{6,}\.json$/.test(name) ? [Number.parseInt(name, 10)] : []))
    .sort((x, y) => x - y);
}

function readBlock<T>(file: string, fingerprint: string, accept: (value: unknown) => T | null): T {
  const value = parseJson(readText(file).toString('utf8'));
  const isOurs = z.object({ fingerprint: z.literal(fingerprint) }).safeParse(value).success;
  const block = isOurs ? accept(value) : null;
  if (block === null)
    return fail('FILE_INVALID', {
      file,
      found: 'content that is not a block of this study',
      accepted:
        'a block as thetarank wrote it; if you remove the file, the block is simulated again',
    });
  return block;
}
