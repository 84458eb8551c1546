/**
 * The bank file: a whole Bank in a few hundred kilobytes. Numbers are little-endian.
 *
 *     0  4  magic 89 54 52 42 (a byte that is not text, then "TRB")
 *     4  2  format version
 *     6  4  length of the payload before compression
 *    10  4  CRC-32 of bytes 0 … 9 and of the compressed payload
 *    14     the payload, compressed with Brotli
 *
 * The payload is the length of the header (4 bytes), the header (JSON, see header.ts), and the sections: for each
 * tag its codes (1 or 2 bytes an item); option counts (1 byte an item); a, b, c and d as float32 in byte planes (see
 * float-planes.ts); for each examinee one bit per item, 1 if the answer is right; for each examinee who was not asked
 * everything, one bit per item, 1 if it was asked.
 *
 * float32 keeps 7 digits, 10,000 times finer than the standard errors of a calibration by dozens of models.
 */
import { crc32 } from 'node:zlib';

export const MAGIC = Uint8Array.of(0x89, 0x54, 0x52, 0x42);
export const FORMAT_VERSION = 1;

/** Where each field of the file starts, in bytes. */
export const AT = { version: 4, length: 6, checksum: 10, payload: 14 } as const;

/** The longest payload that is written or read, in bytes: 100,000 items × 2,000 examinees. */
export const MOST_BYTES = 32 * 2 ** 20;

/** CRC-32 of a bank file but for the four bytes that hold it. */
export function checksum(bytes: Uint8Array): number {
  return crc32(bytes.subarray(AT.payload), crc32(bytes.subarray(0, AT.checksum)));
}
