import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { fail, ThetarankError } from '../../errors.ts';
import { systemReason } from '../../text/system-reason.ts';
import { guardFormula } from '../table/formula-guard.ts';
import { openReplacement } from './replacement.ts';

/**
 * Writes a text file whole or not at all, through to the disk. Makes the folder if it is missing. A file that is
 * there is replaced and keeps its permissions; a symbolic link stays and its target is replaced; a pipe or a device
 * (`/dev/stdout`) is written straight.
 * @throws FILE_UNWRITABLE
 */
export function writeFileWhole(path: string, text: string): void {
  try {
    const file = openReplacement(path);
    try {
      writeFileSync(file.descriptor, text);
      file.keep();
    } finally {
      file.discard();
    }
  } catch (error) {
    fail('FILE_UNWRITABLE', { file: path, reason: systemReason(error) });
  }
}

/** A cell to be written. NaN, null and undefined are written as an empty cell. */
export type CsvCell = string | number | boolean | null | undefined;

/**
 * A CSV text with a header, lines ending in LF. Numbers have the shortest digits that give the same double
 * again. A text that a spreadsheet would run as a formula gets an apostrophe before it, which the readers
 * of thetarank take off again; numbers never do.
 * @param rows as many cells in each as there are columns
 */
export function toCsv(columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const odd = rows.findIndex((row) => row.length !== columns.length);
  if (odd !== -1) {
    throw new RangeError(`row ${odd}: ${rows[odd].length} cells for ${columns.length} columns`);
  }
  return stringify([columns, ...rows], {
    cast: {
      string: guardFormula,
      number: (value) => (Number.isNaN(value) ? '' : String(value)),
      boolean: String,
    },
    // Readers drop the spaces around unquoted cells.
    quoted_match: [/^\s|\s$/],
  });
}

/**
 * Checks before a long computation that files can be written, by making a file in the nearest folder that exists and removing
 * it: permissions alone do not show every reason. What is there already must be writable too, and not a folder.
 * @throws FILE_UNWRITABLE
 */
export function checkWritable(paths: readonly string[]): void {
  const tried = new Set<string>();
  for (const path of paths) {
    const refuse = (reason: string) => fail('FILE_UNWRITABLE', { file: path, reason });
    try {
      const present = statSync(path, { throwIfNoEntry: false });
      if (present?.isDirectory()) refuse('it is a folder');
      if (present !== undefined) accessSync(path, constants.W_OK);
      // A pipe or a device is written straight, without a file beside it.
      if (present !== undefined && !present.isFile()) continue;
      let folder = dirname(present === undefined ? path : realpathSync(path));
      while (
        statSync(folder, { throwIfNoEntry: false }) === undefined &&
        dirname(folder) !== folder
      )
        folder = dirname(folder);
      if (!statSync(folder).isDirectory()) refuse(`${folder} is not a folder`);
      if (tried.has(folder)) continue;
      const file = join(folder, `.thetarank.${randomUUID()}.tmp`);
      closeSync(openSync(file, 'wx'));
      rmSync(file);
      tried.add(folder);
    } catch (error) {
      if (error instanceof ThetarankError) throw error;
      refuse(systemReason(error));
    }
  }
}

/**
 * Checks that the folder of a file is there, or is `made` by the same command: for single files, where a mistyped path would
 * create unwanted folders.
 * @throws FILE_UNWRITABLE
 */
export function checkFolder(path: string, made?: string | undefined): void {
  const folder = dirname(resolve(path));
  if (existsSync(folder) || (made !== undefined && folder === resolve(made))) return;
  fail('FILE_UNWRITABLE', {
    file: path,
    reason: `the folder ${dirname(path)} does not exist; create it, or choose another place`,
  });
}
