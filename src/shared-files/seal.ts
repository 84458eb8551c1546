import { createHash } from 'node:crypto';
import { fail } from '../errors.ts';

/** Stands before the hash, so that a file that something else wrote is not taken for a sealed one. */
const MARK = Buffer.from('TRSEAL1\n');
const HASH = 32;
/** Bytes that a sealed file has besides its content: the mark, and the SHA-256 of the content. */
export const SEAL = MARK.length + HASH;

/**
 * Content followed by its seal. The seal is at the end because the hash of a stream is known there, and in the same file because
 * a second file could belong to another version.
 * @throws SHARED_FILE_TOO_LARGE
 */
export async function* seal(
  name: string,
  content: AsyncIterable<Uint8Array>,
  largest: number,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    requireSize(name, bytes, largest);
    hash.update(chunk);
    yield chunk;
  }
  yield Buffer.concat([MARK, hash.digest()]);
}

/** The content of a sealed file. @throws SHARED_FILE_DAMAGED at its end */
export async function* unseal(
  name: string,
  place: string,
  sealed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  // The last bytes read so far: they may be the seal.
  let held: Uint8Array = Buffer.alloc(0);
  for await (const chunk of sealed) {
    const all = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const content = all.subarray(0, Math.max(0, all.length - SEAL));
    held = all.subarray(content.length);
    if (content.length === 0) continue;
    hash.update(content);
    yield content;
  }
  if (!Buffer.concat([MARK, hash.digest()]).equals(held))
    fail('SHARED_FILE_DAMAGED', { name, place });
}

/** @throws SHARED_FILE_TOO_LARGE */
export function requireSize(name: string, bytes: number, largest: number): void {
  if (bytes > largest) fail('SHARED_FILE_TOO_LARGE', { name, largest });
}
