import { randomUUID } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A file while it is written: its name holds what it held before, until it is kept. */
export interface Replacement {
  /** Open for writing. */
  readonly descriptor: number;
  /** Through to the disk, and under its name. */
  keep(): void;
  /** Leaves what was there before; does nothing after the file was kept. */
  discard(): void;
}

/**
 * Opens a file that will be there whole or not at all: a temporary one in the same folder, which is renamed. Makes the
 * folder if it is missing. A file that is there is replaced and keeps its permissions; a symbolic link stays and its
 * target is replaced; a pipe or a device (`/dev/stdout`) is written straight.
 * @throws the errors of node:fs
 */
export function openReplacement(path: string): Replacement {
  const present = statSync(path, { throwIfNoEntry: false });
  if (present !== undefined && !present.isFile() && !present.isDirectory())
    return openStraight(path);
  const target = present === undefined ? path : realpathSync(path);
  if (present !== undefined) accessSync(target, constants.W_OK);
  const folder = dirname(target);
  makeFolder(folder);
  const temporary = join(folder, `.${basename(target).slice(0, 40)}.${randomUUID()}.tmp`);
  const descriptor = openSync(temporary, 'wx');
  let isOpen = true;
  const discard = () => {
    if (!isOpen) return;
    isOpen = false;
    closeSync(descriptor);
    rmSync(temporary, { force: true });
  };
  try {
    if (present !== undefined) fchmodSync(descriptor, present.mode & 0o7777);
  } catch (error) {
    discard();
    throw error;
  }
  return {
    descriptor,
    keep() {
      try {
        fsyncSync(descriptor);
        renameSync(temporary, target);
      } catch (error) {
        discard();
        throw error;
      }
      isOpen = false;
      closeSync(descriptor);
    },
    discard,
  };
}

function openStraight(path: string): Replacement {
  const descriptor = openSync(path, 'w');
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  return { descriptor, keep: close, discard: close };
}

/**
 * Makes a folder and those above it, one by one. Node's own recursive mkdir does not return where the system says of an
 * existing parent that it does not exist, as /proc does.
 */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
