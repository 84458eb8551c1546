import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { AsyncBuffer } from 'hyparquet';
import { failToRead } from '../read-text.ts';

/**
 * A file of which parts are read when they are needed.
 * @throws FILE_NOT_FOUND, FILE_UNREADABLE, then and when a part is read
 */
export function openRanges(file: string): { buffer: AsyncBuffer; close: () => void } {
  try {
    const descriptor = openSync(file, 'r');
    const { size } = fstatSync(descriptor);
    return {
      buffer: {
        byteLength: size,
        slice: (from, to = size) => readRange(file, descriptor, from, Math.min(to, size)),
      },
      close: () => closeSync(descriptor),
    };
  } catch (error) {
    return failToRead(file, error);
  }
}

function readRange(file: string, descriptor: number, from: number, to: number): ArrayBuffer {
  const bytes = new Uint8Array(Math.max(0, to - from));
  try {
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(descriptor, bytes, at, bytes.length - at, from + at);
      if (read === 0) throw new Error('it became shorter while it was read');
      at += read;
    }
  } catch (error) {
    return failToRead(file, error);
  }
  return bytes.buffer;
}
