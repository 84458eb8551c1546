import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Bytes from which on it pays to compress: PostgreSQL would do it too, more slowly and after they were sent. */
const LARGE = 2048;
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** The first byte of what zstd compressed; of what V8 serialized it is 0xff. */
const COMPRESSED = 0x28;

/** Data, tasks and results as bytes: what threads can be sent can be packed, but for shared memory. */
export function pack(value: unknown): Uint8Array {
  const bytes = serialize(value);
  return bytes.length < LARGE ? bytes : zstdCompressSync(bytes, FAST);
}

export function unpack<T>(bytes: Uint8Array): T {
  return deserialize(bytes[0] === COMPRESSED ? zstdDecompressSync(bytes) : bytes) as T;
}

/** SHA-256 of parts that are told apart by their lengths, as 64 hexadecimal digits. */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = Buffer.from(part as string);
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('hex');
}
