import { progressBar } from './progress.ts';

/** A computation shorter than this shows no progress, in milliseconds. */
const PATIENCE = 2000;

/** A progress bar that only shows once the work has taken PATIENCE, and a part of it is done. @param total steps that it counts */
export function lateProgress(
  doing: string,
  total = 100,
): {
  /** @param share of the work that is done, up to 1 */
  readonly reach: (share: number) => void;
  readonly stop: () => void;
} {
  const bar = progressBar();
  const begun = Date.now();
  let done = -1;
  return {
    reach(share) {
      if (Date.now() - begun < PATIENCE) return;
      const isFirst = done < 0;
      if (isFirst) {
        bar.start(total, doing);
        done = 0;
      }
      // What was done before the bar says nothing of the pace that it measures.
      for (; done + 1 <= total * share + 1e-9; done++) bar.advance(doing, isFirst);
    },
    stop: () => bar.stop(),
  };
}
