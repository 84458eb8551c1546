import type { Source } from '../../../item-bank/import/records/source.ts';
import { chunksOf, fileSource } from '../../files/file-source.ts';
import { progressBar } from '../output/progress.ts';

/** Shorter work needs no progress. */
const WAIT_MS = 2000;

/** Shows how much of files is read, in mebibytes, once that has taken two seconds. */
export function readingProgress(
  files: readonly string[],
  doing: string,
): { watch(file: string): Source; stop(): void } {
  const total = files.reduce((sum, file) => sum + chunksOf(file), 0);
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
  return {
    watch: (file) => fileSource(file, read),
    stop() {
      if (isShown) bar.stop();
    },
  };
}
