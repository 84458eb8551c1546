/** Number of bytes that hold `count` bits. */
export function byteLength(count: number): number {
  return Math.ceil(count / 8);
}

/** Packs `count` flags, the first in the lowest bit of the first byte; spare bits are 0. */
export function packBits(count: number, flag: (k: number) => boolean): Uint8Array {
  const bytes = new Uint8Array(byteLength(count));
  for (let k = 0; k < count; k++) if (flag(k)) bytes[k >> 3] |= 1 << (k & 7);
  return bytes;
}

/** Flag `k` of packed `bytes`. */
export function bitAt(bytes: Uint8Array, k: number): boolean {
  return ((bytes[k >> 3] >> (k & 7)) & 1) === 1;
}
