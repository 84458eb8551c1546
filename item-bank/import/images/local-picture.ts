import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { MOST_IMAGE_TEXT, pictureUrl } from '../../items/images/image.ts';
import { PICTURE_KINDS } from '../../items/images/picture-header.ts';
import { Rejection } from '../records/records.ts';

/** The most bytes whose base64 fits into an item. */
const MOST_BYTES = Math.floor((MOST_IMAGE_TEXT - 100) / 4) * 3;

/**
 * A picture in a file as a data URI. Only files in the folder of `itemsFile` or below are read, also where links lead: an items file from
 * elsewhere must not copy other files of this machine into a bank.
 * @param path relative to the folder of `itemsFile`
 * @throws Rejection
 */
export function localPicture(path: string, itemsFile: string): string {
  const reject = (why: string): never => {
    throw new Rejection(`images: file ${JSON.stringify(path.slice(0, 200))}: ${why}`);
  };
  if (isAbsolute(path) || path.includes('\0'))
    reject('accepted: a path relative to the items file');
  const folder = realpathSync(dirname(resolve(itemsFile)));
  const file = existing(resolve(folder, path)) ?? reject('not found');
  const inside = relative(folder, file);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
    reject('outside of the folder of the items file');
  const bytes = readPicture(file, reject);
  return (
    pictureUrl(bytes) ??
    reject(
      `no ${PICTURE_KINDS.join(', ')} by its first bytes (SVG is not accepted, as it can hold scripts)`,
    )
  );
}

/** Where a path leads, links followed; undefined where there is nothing. */
function existing(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function readPicture(file: string, reject: (why: string) => never): Buffer {
  let opened: number;
  try {
    // Without waiting for a writer, where the file is a pipe; and not by a link that was put there since.
    opened = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  } catch {
    return reject('not readable');
  }
  try {
    const stat = fstatSync(opened);
    if (!stat.isFile()) reject('not a file');
    if (stat.size > MOST_BYTES) reject(`${stat.size} bytes; accepted: at most ${MOST_BYTES}`);
    return readFileSync(opened);
  } finally {
    closeSync(opened);
  }
}
