import { zstdDecompressSync } from 'node:zlib';

const SKIPPABLE = 0x184d2a50;
const HEAD = 5;

/**
 * Zstandard data unpacked. Writers may put several frames behind each other, of which zlib unpacks only the first.
 * @param longest the most bytes that come out
 * @throws Error for damaged data and for more bytes
 */
export function unpackZstandard(bytes: Uint8Array, longest: number): Buffer {
  const pieces: Buffer[] = [];
  let left = longest;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let from = 0; from < bytes.length; ) {
    const end = frameEnd(view, from);
    if (!isSkippable(view, from)) {
      const piece = zstdDecompressSync(bytes.subarray(from, end), {
        maxOutputLength: Math.max(1, left),
      });
      left -= piece.length;
      if (left < 0) throw new RangeError(`more than ${longest} bytes`);
      pieces.push(piece);
    }
    from = end;
  }
  return Buffer.concat(pieces);
}

function isSkippable(view: DataView, from: number): boolean {
  return (view.getUint32(from, true) & 0xfffffff0) === SKIPPABLE;
}

/** Where the frame that begins at `from` ends: RFC 8878, section 3.1. @throws RangeError where the data ends before */
function frameEnd(view: DataView, from: number): number {
  if (isSkippable(view, from)) return from + 8 + view.getUint32(from + 4, true);
  const descriptor = view.getUint8(from + 4);
  const isSingle = (descriptor >> 5) & 1;
  const sizes = [isSingle, 2, 4, 8][descriptor >> 6] + [0, 1, 2, 4][descriptor & 3];
  let at = from + HEAD + (1 - isSingle) + sizes;
  for (let isLast = 0; isLast === 0; ) {
    const block = view.getUint8(at) | (view.getUint16(at + 1, true) << 8);
    isLast = block & 1;
    const isRepeated = ((block >> 1) & 3) === 1;
    at += 3 + (isRepeated ? 1 : block >> 3);
  }
  return at + 4 * ((descriptor >> 2) & 1);
}
