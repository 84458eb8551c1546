import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { codeDigest } from './code-digest.ts';

/** What a result depends on: numbers, texts and arrays of them; arrays of numbers by their bytes. */
export type KeyPart =
  | string
  | number
  | boolean
  | null
  | undefined
  | ArrayBufferView
  | readonly (string | number | boolean | null)[];

/** Goes up where the same input would give other results, or results of another form, in the same version. */
const FORMAT = 1;

/**
 * Names a result by a digest of what it depends on, of this version of thetarank and its code, and of the engine whose
 * exponentials and logarithms are in its numbers.
 * @param kind of result
 */
export function cacheKey(kind: string, parts: readonly KeyPart[]): string {
  const { versions, arch } = process;
  return digestOf([kind, FORMAT, packageVersion(), codeDigest(), versions.v8, arch], parts);
}

/** A digest of what a result depends on. @param head says what it is a result of */
export function digestOf(head: readonly (string | number)[], parts: readonly KeyPart[]): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify(head));
  for (const part of parts) {
    const isBytes = ArrayBuffer.isView(part);
    // A length before each part: two parts are never read as one.
    const bytes = isBytes
      ? new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
      : Buffer.from(JSON.stringify(part ?? null));
    hash.update(`\n${isBytes ? 'bytes' : 'json'} ${bytes.byteLength}\n`).update(bytes);
  }
  return hash.digest('hex');
}

let version: string | null = null;

function packageVersion(): string {
  if (version === null) {
    const file = new URL(import.meta.resolve('thetarank/package.json'));
    version = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  }
  return version;
}
