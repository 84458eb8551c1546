import { createReadStream, statSync } from 'node:fs';
import type { Source } from '../../../item-bank/import/records/source.ts';
import { fail } from '../../errors.ts';
import { failToRead } from '../../text/read-text.ts';
import { progressBar } from '../output/progress.ts';

/** Shorter work needs no progress. */
const WAIT_MS = 2000;
const CHUNK = 2 ** 20;

/** The bytes of a file, where it is one. @throws FILE_NOT_FOUND, FILE_UNREADABLE */
function fileSize(file: string): number {
  try {
    const stats = statSync(file);
    if (stats.isDirectory()) fail('FILE_UNREADABLE', { file, reason: 'it is a directory' });
    return stats.size;
  } catch (error) {
    if (error instanceof Error && 'errno' in error) failToRead(file, error);
    throw error;
  }
}

/** Shows how much of files is read, in mebibytes, once that has taken two seconds. */
export function readingProgress(
  files: readonly string[],
  doing: string,
): { watch(file: string): Source; stop(): void } {
  const total = files.reduce((sum, file) => sum + Math.ceil(fileSize(file) / CHUNK), 0);
  const bar = progressBar();
  const start = performance.now();
  let isShown = false;
  let done = 0;
  let shown = 0;
  const read = () => {
    done++;
    if (!isShown && performance.now() - start < WAIT_MS) return;
    if (!isShown) bar.start(total, doing);
    isShown = true;
    // A file may grow while it is read.
    for (; shown < Math.min(done, total); shown++) bar.advance();
  };
  async function* bytes(file: string): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of createReadStream(file, { highWaterMark: CHUNK })) {
        yield chunk;
        read();
      }
    } catch (error) {
      if (error instanceof Error && 'errno' in error) failToRead(file, error);
      throw error;
    }
  }
  return {
    watch: (file) => ({ name: file, path: file, bytes: bytes(file) }),
    stop() {
      if (isShown) bar.stop();
    },
  };
}
