import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';

/** Data, tasks and results as bytes: what threads can be sent can be packed, but for shared memory. */
export const pack = (value: unknown): Uint8Array => serialize(value);
export const unpack = <T>(bytes: Uint8Array): T => deserialize(bytes) as T;

/** SHA-256 of parts that are told apart by their lengths, as 64 hexadecimal digits. */
export function hashOf(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = Buffer.from(part as string);
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('hex');
}
