/** What the bytes after the header hold. */
const BITS = 1;
const BITS_AND_MASK = 2;
const FLOATS = 3;
/** The kind in one byte, the number of scores in four, little-endian. */
const HEADER = 5;

/**
 * Packs scores in [0, 1], NaN if an item was not asked, into bytes: a bit each where all are 0 or 1, two bits where
 * some were not asked, four bytes where one is a fraction. Items behind the last one asked are left out. Bit k of a
 * block is bit k mod 8 of its byte ⌊k/8⌋; the mask, 1 for asked, stands before the scores.
 */
export function packScores(scores: Float32Array): Uint8Array {
  let count = scores.length;
  while (count > 0 && Number.isNaN(scores[count - 1])) count--;
  let kind = BITS;
  for (let j = 0; j < count && kind !== FLOATS; j++) {
    if (Number.isNaN(scores[j])) kind = BITS_AND_MASK;
    else if (scores[j] !== 0 && scores[j] !== 1) kind = FLOATS;
  }
  const bytes = new Uint8Array(HEADER + blockLength(kind, count));
  const view = new DataView(bytes.buffer);
  bytes[0] = kind;
  view.setUint32(1, count, true);
  const bits = HEADER + (kind === BITS_AND_MASK ? bitBytes(count) : 0);
  for (let j = 0; j < count; j++) {
    if (kind === FLOATS) view.setFloat32(HEADER + 4 * j, scores[j], true);
    else {
      if (scores[j] === 1) bytes[bits + (j >> 3)] |= 1 << (j & 7);
      if (kind === BITS_AND_MASK && !Number.isNaN(scores[j]))
        bytes[HEADER + (j >> 3)] |= 1 << (j & 7);
    }
  }
  return bytes;
}

/**
 * Unpacks what `packScores` made into the beginning of `row`; the rest becomes NaN.
 * @returns false where these are no such bytes, or more scores than `row` has
 */
export function unpackScores(bytes: Uint8Array, row: Float32Array): boolean {
  row.fill(Number.NaN);
  if (bytes.length < HEADER) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = bytes[0];
  const count = view.getUint32(1, true);
  if (kind < BITS || kind > FLOATS || count > row.length) return false;
  if (bytes.length !== HEADER + blockLength(kind, count)) return false;
  const bits = HEADER + (kind === BITS_AND_MASK ? bitBytes(count) : 0);
  const bit = (from: number, j: number) => (bytes[from + (j >> 3)] >> (j & 7)) & 1;
  for (let j = 0; j < count; j++) {
    if (kind === FLOATS) row[j] = view.getFloat32(HEADER + 4 * j, true);
    else if (kind === BITS || bit(HEADER, j) === 1) row[j] = bit(bits, j);
  }
  return true;
}

function blockLength(kind: number, count: number): number {
  if (kind === FLOATS) return 4 * count;
  return kind === BITS ? bitBytes(count) : 2 * bitBytes(count);
}

function bitBytes(count: number): number {
  return Math.ceil(count / 8);
}
