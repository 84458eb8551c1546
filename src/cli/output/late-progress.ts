import { progressBar } from './progress.ts';

/** A computation shorter than this shows no progress, in milliseconds. */
const PATIENCE = 2000;

/** A progress bar that only shows once the work has taken PATIENCE. */
export function lateProgress(doing: string): {
  /** @param share of the work that is done, up to 1 */
  readonly reach: (share: number) => void;
  readonly stop: () => void;
} {
  const bar = progressBar();
  const begun = Date.now();
  let percent = -1;
  return {
    reach(share) {
      if (Date.now() - begun < PATIENCE) return;
      if (percent < 0) {
        bar.start(100, doing);
        percent = 0;
      }
      for (; percent + 1 <= 100 * share; percent++) bar.advance();
    },
    stop: () => bar.stop(),
  };
}
