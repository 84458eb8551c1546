import { INTERRUPTED } from '../asking/exit-codes.ts';
import { progressBar } from './progress.ts';

/**
 * Does work on threads with a progress bar. An interrupt (Ctrl+C, SIGTERM) ends the process, which gives the terminal back.
 * @param steps how often `work` calls its `onStep`
 * @param doing what it begins with
 */
export async function shownWork<T>(
  steps: number,
  doing: string,
  work: (onStep: (doing: string) => void) => Promise<T>,
): Promise<T> {
  const progress = progressBar();
  const end = () => {
    progress.stop();
    process.stderr.write('Interrupted.\n');
    process.exit(INTERRUPTED);
  };
  process.once('SIGINT', end).once('SIGTERM', end);
  progress.start(steps, doing);
  try {
    return await work((next) => progress.advance(next));
  } finally {
    progress.stop();
    process.off('SIGINT', end).off('SIGTERM', end);
  }
}
