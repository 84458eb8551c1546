import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { fail } from '../../../src/errors.ts';
import { guessUtf16, notUtf8 } from '../../../src/text/encoding.ts';
import { failToRead } from '../../../src/text/read-text.ts';
import { utf8Chunks } from './utf8-chunks.ts';

/**
 * The path of a file, or bytes from elsewhere (an upload, an entry of an archive) under the name that errors give them; `path` where they are
 * those of a file after all.
 */
export type Source =
  | string
  | {
      readonly name: string;
      readonly bytes: AsyncIterable<Uint8Array>;
      readonly path?: string;
    };

const CHUNK = 2 ** 20;

const PARQUET = 'Parquet data';

/** What a file begins with that is no UTF-8 text. Compressed files are refused: they can be any size unpacked. */
const MAGIC: readonly (readonly [string, readonly number[]])[] = [
  ['gzip-compressed data', [0x1f, 0x8b]],
  ['a zip archive', [0x50, 0x4b, 0x03, 0x04]],
  ['Zstandard-compressed data', [0x28, 0xb5, 0x2f, 0xfd]],
  ['xz-compressed data', [0xfd, 0x37, 0x7a, 0x58]],
  ['bzip2-compressed data', [0x42, 0x5a, 0x68]],
  ['7z-compressed data', [0x37, 0x7a, 0xbc, 0xaf]],
  [PARQUET, [0x50, 0x41, 0x52, 0x31]],
];

/** The name of a source as errors give it. */
export function sourceName(source: Source): string {
  return typeof source === 'string' ? source : source.name;
}

/** The name of the file without folders and ending. */
export function baseName(source: Source): string {
  return basename(sourceName(source)).replace(/\.[A-Za-z]{1,5}$/, '');
}

/**
 * The bytes of a source, UTF-8 text, in pieces of at most a mebibyte, without the byte order mark.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE; FILE_INVALID for a compressed file and for text in another encoding, wherever the
 * first byte is that is not UTF-8
 */
export function readChunks(source: Source): AsyncGenerator<Buffer> {
  return utf8Chunks(sourceName(source), pieces(source));
}

/** The bytes of a source in pieces, the first of which has been looked at. */
async function* pieces(source: Source): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const bytes of openSource(source)) {
    for (let from = 0; from < bytes.length; from += CHUNK) {
      const piece = Buffer.from(
        bytes.buffer,
        bytes.byteOffset + from,
        Math.min(CHUNK, bytes.length - from),
      );
      if (head === null) {
        yield piece;
        continue;
      }
      // Pieces can be as short as one byte: what the file begins with is known from four.
      head = Buffer.concat([head, piece]);
      if (head.length < 4) continue;
      yield checkedHead(source, head);
      head = null;
    }
  }
  if (head !== null && head.length > 0) yield checkedHead(source, head);
}

/** All bytes of a source that is not on disk. @throws FILE_INVALID for more than `longest` */
export async function readWhole(source: Exclude<Source, string>, longest: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of source.bytes) {
    size += piece.length;
    if (size > longest)
      fail('FILE_INVALID', {
        file: source.name,
        found: `more than ${longest} bytes`,
        accepted: 'fewer',
      });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function* openSource(source: Source): AsyncGenerator<Uint8Array> {
  if (typeof source !== 'string') {
    yield* source.bytes;
    return;
  }
  try {
    yield* createReadStream(source, { highWaterMark: CHUNK });
  } catch (error) {
    failToRead(source, error);
  }
}

function checkedHead(source: Source, head: Buffer): Buffer {
  for (const [found, magic] of MAGIC)
    if (magic.every((byte, k) => head[k] === byte)) {
      const accepted =
        found === PARQUET
          ? 'UTF-8 text; --format parquet reads this file'
          : 'UTF-8 text: unpack or convert the file first';
      fail('FILE_INVALID', { file: sourceName(source), found, accepted });
    }
  if (guessUtf16(head) !== null) {
    const file = sourceName(source);
    fail('FILE_INVALID', { file, where: 'line 1', ...notUtf8(file, head) });
  }
  const marked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return marked ? head.subarray(3) : head;
}
