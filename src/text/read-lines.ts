import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { fail } from '../errors.ts';
import { guessUtf16, notUtf8 } from './encoding.ts';
import { failToRead } from './read-text.ts';

const LF = 10;
const CHUNK = 2 ** 20;
const BYTE_ORDER_MARK = '\uFEFF';

export interface TextLine {
  readonly text: string;
  /** As an editor counts lines. */
  readonly line: number;
}

/**
 * The lines of a UTF-8 text file one after another, blank ones left out. Of the file, no more than a line and
 * a mebibyte is held.
 * @param longest the most bytes a line may have
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, FILE_INVALID
 */
export function* readLines(file: string, longest = 16 * 2 ** 20): Generator<TextLine> {
  let line = 1;
  for (const { bytes } of byteLines(file, longest)) {
    if (bytes === null) {
      fail('FILE_INVALID', {
        file,
        where: `line ${line}`,
        found: `more than ${longest} bytes`,
        accepted: `lines of at most ${longest} bytes`,
      });
    }
    if (!isUtf8(bytes) || (line === 1 && guessUtf16(bytes) !== null))
      fail('FILE_INVALID', { file, where: `line ${line}`, ...notUtf8(file, bytes) });
    const decoded = bytes.toString('utf8');
    const text = line === 1 && decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded;
    if (text.trim() !== '') yield { text, line };
    line++;
  }
}

/** A line of a file as it is there. */
export interface ByteLine {
  /** Without the line end; null if it is too long, and was passed over. */
  readonly bytes: Buffer | null;
  /** Where it begins, in bytes. */
  readonly offset: number;
}

/**
 * The lines of a file one after another, blank ones included, whatever is in them.
 * @param longest the most bytes a line may have
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE
 */
export function* byteLines(file: string, longest: number): Generator<ByteLine> {
  const descriptor = attempt(file, () => openSync(file, 'r'));
  try {
    const chunk = Buffer.allocUnsafe(CHUNK);
    let pieces: Buffer[] = [];
    let pending = 0;
    let offset = 0;
    const take = (last: Buffer): ByteLine => {
      const line = {
        bytes: pending + last.length > longest ? null : Buffer.concat([...pieces, last]),
        offset,
      };
      offset += pending + last.length + 1;
      pieces = [];
      pending = 0;
      return line;
    };
    for (;;) {
      const size = attempt(file, () => readSync(descriptor, chunk, 0, CHUNK, null));
      if (size === 0) break;
      let start = 0;
      for (let end = chunk.indexOf(LF); end !== -1 && end < size; end = chunk.indexOf(LF, start)) {
        yield take(chunk.subarray(start, end));
        start = end + 1;
      }
      pending += size - start;
      if (pending > longest) pieces = [];
      else pieces.push(Buffer.from(chunk.subarray(start, size)));
    }
    if (pending > 0) yield take(Buffer.alloc(0));
  } finally {
    closeSync(descriptor);
  }
}

function attempt<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    return failToRead(file, error);
  }
}
