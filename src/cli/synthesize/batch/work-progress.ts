import type { WorkProgress } from '../../../workflow/synthesis/batch/batch-round.ts';
import { LINE_MS, LINE_SHARE, timeLeft } from '../../output/progress.ts';

/** Nothing is shown of what takes no longer, in milliseconds. */
const SHORT_MS = 2000;
const TERMINAL_MS = 500;

/** Shows how far it is on standard error, with the time left. @param total units of the work; nothing is shown of 0 */
export function workProgress(
  doing: string,
  total: number,
  now: () => number = () => performance.now(),
): WorkProgress {
  const isTerminal = process.stderr.isTTY === true;
  const started = now();
  let done = 0;
  let last = { share: 0, at: started };
  let isShown = false;
  return {
    advance(units) {
      done += units;
      const at = now();
      const share = total === 0 ? 0 : done / total;
      const since = at - last.at;
      const isDue = isTerminal
        ? since >= TERMINAL_MS
        : since >= LINE_MS || share - last.share >= LINE_SHARE;
      if (total === 0 || at - started < SHORT_MS || !isDue) return;
      last = { share, at };
      isShown = true;
      const left = share < 1 ? timeLeft(done, total, at - started) : '';
      const text = `${doing}: ${Math.floor(100 * Math.min(1, share))}%${left === '' ? '' : `, ${left} left`}`;
      process.stderr.write(isTerminal ? `\r\x1b[2K${text}` : `${text}\n`);
    },
    stop() {
      if (isTerminal && isShown) process.stderr.write('\r\x1b[2K');
    },
  };
}
