import { createReadStream, statSync } from 'node:fs';
import type { Source } from '../../item-bank/import/records/source.ts';
import { fail } from '../errors.ts';
import { failToRead } from '../text/read-text.ts';

/** Bytes that are read at once. */
const CHUNK = 2 ** 20;

/** Chunks of a file. @throws FILE_NOT_FOUND, FILE_UNREADABLE */
export function chunksOf(file: string): number {
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) fail('FILE_UNREADABLE', { file, reason: 'it is a directory' });
    return Math.ceil(stats.size / CHUNK);
  } catch (error) {
    if (error instanceof Error && 'errno' in error) failToRead(file, error);
    throw error;
  }
}

/** A file as a source of records. @param onChunk called after each chunk */
export function fileSource(file: string, onChunk: () => void): Source {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of createReadStream(file, { highWaterMark: CHUNK })) {
        yield chunk;
        onChunk();
      }
    } catch (error) {
      if (error instanceof Error && 'errno' in error) failToRead(file, error);
      throw error;
    }
  }
  return { name: file, path: file, bytes: bytes() };
}
