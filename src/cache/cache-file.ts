import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { threadId } from 'node:worker_threads';

/** A file begins with this, then the digest of what follows it. */
const MAGIC = Buffer.from('thetarank cache 1\n');
const DIGEST = 32;

/**
 * Writes a value of plain data and typed arrays: whole or not at all, since a reader sees the file only once it has its name.
 * @throws as `node:fs`, for a folder that cannot be written to
 */
export function writeCacheFile(path: string, value: unknown): void {
  const payload = serialize(value);
  const temporary = `${path}.${process.pid}-${threadId}.tmp`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(temporary, Buffer.concat([MAGIC, digestOf(payload), payload]), { mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The value of a file, with the same bits; undefined if there is no such file, or it is damaged or something else. */
export function readCacheFile(path: string): unknown {
  try {
    const bytes = readFileSync(path);
    const payload = bytes.subarray(MAGIC.length + DIGEST);
    const isOurs =
      bytes.subarray(0, MAGIC.length).equals(MAGIC) &&
      bytes.subarray(MAGIC.length, MAGIC.length + DIGEST).equals(digestOf(payload));
    return isOurs ? deserialize(payload) : undefined;
  } catch {
    return undefined;
  }
}

function digestOf(payload: Uint8Array): Buffer {
  return createHash('sha256').update(payload).digest();
}
