import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { fail } from '../errors.ts';
import { notUtf8 } from './encoding.ts';
import { isMissing, systemReason } from './system-reason.ts';

const LF = 10;
const CR = 13;

/** Throws FILE_NOT_FOUND or FILE_UNREADABLE for an error of node:fs. */
export function failToRead(file: string, error: unknown): never {
  if (isMissing(error)) fail('FILE_NOT_FOUND', { file });
  return fail('FILE_UNREADABLE', { file, reason: systemReason(error) });
}

/**
 * The bytes of a whole text file: UTF-8, without the byte order mark, with lines that end in LF or CRLF.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function readText(file: string): Buffer {
  const bytes = readBytes(file);
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
