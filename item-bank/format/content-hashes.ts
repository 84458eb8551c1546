/**
 * The content hashes of the items of a bank, without their content: `assets/banks/<name>.hashes`. They tell whether a
 * text that somebody has is the one that the recorded answers are answers to. Numbers are little-endian.
 *
 *     0  4  magic 89 54 52 48 (a byte that is not text, then "TRH")
 *     4  2  format version
 *     6  4  number of items
 *    10  8  the first 8 bytes of the SHA-256 of the items' ids, each followed by a line end
 *    18  4  CRC-32 of bytes 0 … 17 and of the hashes
 *    22     for each item, in the order of the bank, the first 8 bytes of its content hash
 *
 * 64 bits tell items apart: that another text has the hash of one of 12,000 items has a chance of 1 in 10^15.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { fail } from '../../src/errors.ts';

const MAGIC = Uint8Array.of(0x89, 0x54, 0x52, 0x48);
const FORMAT_VERSION = 1;
const AT = { version: 4, count: 6, items: 10, checksum: 18, hashes: 22 } as const;
const BYTES = 8;

/** How many hexadecimal digits of a content hash are kept. */
export const KEPT_DIGITS = 2 * BYTES;

/** @param hashes content hashes, one per item */
export function encodeContentHashes(
  items: readonly string[],
  hashes: readonly string[],
): Uint8Array {
  const bytes = Buffer.alloc(AT.hashes + BYTES * items.length);
  bytes.set(MAGIC);
  bytes.writeUInt16LE(FORMAT_VERSION, AT.version);
  bytes.writeUInt32LE(items.length, AT.count);
  bytes.set(idsDigest(items), AT.items);
  for (const [j, hash] of hashes.entries())
    bytes.write(hash.slice(0, KEPT_DIGITS), AT.hashes + BYTES * j, 'hex');
  bytes.writeUInt32LE(checksum(bytes), AT.checksum);
  return bytes;
}

/**
 * The first 16 digits of each item's content hash, in the order of `items`.
 * @throws BANK_DAMAGED if the bytes are no such file, or are of other items
 */
export function decodeContentHashes(
  bytes: Uint8Array,
  items: readonly string[],
  file: string,
): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const damaged = (reason: string): never => fail('BANK_DAMAGED', { file, reason });
  if (buffer.length < AT.hashes || !MAGIC.every((byte, k) => buffer[k] === byte))
    damaged('not content hashes');
  const version = buffer.readUInt16LE(AT.version);
  if (version !== FORMAT_VERSION) damaged(`format version ${version}`);
  const count = buffer.readUInt32LE(AT.count);
  if (buffer.length !== AT.hashes + BYTES * count)
    damaged('its length differs from the length it states');
  if (buffer.readUInt32LE(AT.checksum) !== checksum(buffer)) damaged('its checksum is wrong');
  if (count !== items.length || !idsDigest(items).equals(buffer.subarray(AT.items, AT.checksum)))
    damaged('it belongs to other items than those of the bank');
  return items.map((_, j) =>
    buffer.toString('hex', AT.hashes + BYTES * j, AT.hashes + BYTES * (j + 1)),
  );
}

function idsDigest(items: readonly string[]): Buffer {
  const hash = createHash('sha256');
  for (const id of items) hash.update(`${id}\n`);
  return hash.digest().subarray(0, BYTES);
}

function checksum(bytes: Uint8Array): number {
  return crc32(bytes.subarray(AT.hashes), crc32(bytes.subarray(0, AT.checksum)));
}
