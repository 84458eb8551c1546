import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { fail } from '../errors.ts';
import { guessUtf16, notUtf8 } from './encoding.ts';
import { isMissing, systemReason } from './system-reason.ts';

/** How Parquet files begin. */
const PARQUET = Buffer.from('PAR1');
const LF = 10;
const CR = 13;

/** Throws FILE_NOT_FOUND or FILE_UNREADABLE for an error of node:fs. */
export function failToRead(file: string, error: unknown): never {
  if (isMissing(error)) fail('FILE_NOT_FOUND', { file });
  return fail('FILE_UNREADABLE', { file, reason: systemReason(error) });
}

/**
 * The bytes of a whole text file, unpacked if it is gzipped: UTF-8, without the byte order mark, with lines that end in LF or CRLF.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readText(file: string): Buffer {
  const bytes = unpacked(file, readBytes(file));
  if (bytes.subarray(0, PARQUET.length).equals(PARQUET))
    fail('FILE_INVALID', {
      file,
      found: 'Parquet',
      accepted:
        'text; of recorded answers thetarank bank convert FILE.parquet --out FILE.csv makes it',
    });
  // Without a mark, UTF-16 of plain letters is valid UTF-8 with a zero byte after each of them.
  if (guessUtf16(bytes) !== null)
    fail('FILE_INVALID', { file, where: 'line 1', ...notUtf8(file, bytes) });
  if (!isUtf8(bytes)) {
    const { line, start } = firstBadLine(bytes);
    fail('FILE_INVALID', { file, where: `line ${line}`, ...notUtf8(file, bytes.subarray(start)) });
  }
  if (bytes.includes(CR) && !bytes.includes(LF)) {
    fail('FILE_INVALID', {
      file,
      where: 'line 1',
      found: 'lines that end in CR alone',
      accepted: 'lines that end in LF or CRLF',
    });
  }
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return marked ? bytes.subarray(3) : bytes;
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    return failToRead(file, error);
  }
}

/** A gzipped text of a kilobyte can hold a gigabyte: larger ones must be unpacked by hand. */
const MOST_UNPACKED = 2 ** 30;

function unpacked(file: string, bytes: Buffer): Buffer {
  if (!(bytes[0] === 0x1f && bytes[1] === 0x8b)) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED });
  } catch (error) {
    const isLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    return fail('FILE_INVALID', {
      file,
      found: isLarge ? 'more than 1 GiB of gzipped text' : 'a gzip file that is damaged or cut off',
      accepted: isLarge ? 'a text unpacked by gunzip' : 'plain text, or a whole gzip file',
    });
  }
}

/** The first line that is not UTF-8, and where it begins. No character of several bytes holds the byte LF, so each line can be judged alone. */
export function firstBadLine(bytes: Buffer): { line: number; start: number } {
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(LF, start);
    if (end === -1 || !isUtf8(bytes.subarray(start, end))) return { line, start };
    start = end + 1;
  }
}

/** The number of lines of a text. */
export function countLines(text: Buffer): number {
  let count = text.length > 0 && text[text.length - 1] !== LF ? 1 : 0;
  for (let at = text.indexOf(LF); at !== -1; at = text.indexOf(LF, at + 1)) count++;
  return count;
}
