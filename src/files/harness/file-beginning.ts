import { closeSync, openSync, readSync } from 'node:fs';
import { failToRead } from '../../text/read-text.ts';

const BYTES = 4096;

/** The first kilobytes of a file as text, by which its format is recognised. @throws FILE_NOT_FOUND, FILE_UNREADABLE */
export function fileBeginning(file: string): string {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(BYTES);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, BYTES, 0)).toString('utf8');
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    return failToRead(file, error);
  }
}
